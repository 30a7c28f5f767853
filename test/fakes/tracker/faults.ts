/** What goes wrong between us and a tracker: before the effect, after it, or instead of an answer. */

export type Fault =
  /** Answered with a limit, and nothing is done. */
  | 'rate-limit'
  | 'secondary-limit'
  | 'too-many'
  /** Nothing is done. */
  | 'error-500'
  | 'error-502'
  | 'drop-before'
  /** It is done, and nobody hears of it. */
  | 'error-502-after'
  | 'drop-after'
  /** Answered late. */
  | 'slow';

export const everyFault: readonly Fault[] = [
  'rate-limit',
  'secondary-limit',
  'too-many',
  'error-500',
  'error-502',
  'drop-before',
  'error-502-after',
  'drop-after',
  'slow',
];

/** Says what goes wrong with a request; null: nothing. */
export type FaultSource = (request: { method: string; path: string }) => Fault | null;

export const noFaults: FaultSource = () => null;

/** A sequence that depends on its seed alone. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A share of requests fails, each kind as often as the others. */
export const randomFaults = (seed: number, share: number): FaultSource => {
  const random = randomFrom(seed);
  return () => (random() < share ? (everyFault[Math.floor(random() * everyFault.length)] ?? null) : null);
};

/** Each fault once, in this order, for requests with this method; then none. */
export const faultsInTurn = (method: string, faults: readonly Fault[]): FaultSource => {
  const left = [...faults];
  return (request) => (request.method === method ? (left.shift() ?? null) : null);
};
