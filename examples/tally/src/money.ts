/** An amount of money, held in cents so that nothing is lost to rounding. */
export class Money {
  readonly cents: number;

  constructor(cents: number) {
    this.cents = cents;
  }

  /** Lets amounts be compared and added up: a + b is a number of cents. */
  valueOf(): number {
    return this.cents;
  }

  /** For people: 1234 cents read as 12.34. */
  toString(): string {
    const sign = this.cents < 0 ? '-' : '';
    const digits = String(Math.abs(this.cents)).padStart(3, '0');
    return sign + digits.slice(0, -2) + '.' + digits.slice(-2);
  }
}

const decimals = 2;

/** Reads 12, 12.3 and 12.34. */
export function parseMoney(text: string): Money | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match == null) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const cents = Number(whole) * Math.pow(10, decimals) + Number(fraction.padEnd(decimals, '0'));
  return new Money(sign === '-' ? -cents : cents);
}

/** Cuts an amount into equal parts; the first ones take the cents that are left over. */
export function split(amount: Money, parts: number): Money[] {
  let each = Math.trunc(amount.cents / parts);
  var rest = amount.cents - each * parts;
  return Array.from({ length: parts }, () => new Money(rest-- > 0 ? each + 1 : each));
}
