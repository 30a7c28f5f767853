/** Holds each hop of a walk to the code: that its function exists, and that the hop it comes from leads to it. */
import ts from 'typescript';
import {
  branchesOf,
  calls,
  functionIn,
  isKnownIn,
  listNamed,
  membersNamed,
  mentions,
  nodesIn,
  portHas,
  writes,
} from './code.ts';
import type { Hop } from './walk.ts';

type Station = Hop & { node: ts.Node };

/** What is wrong with it; null when it is as the page says. */
type Check = (hop: Station, caller: Station, earlier: readonly Station[]) => string | null;

/** The name that a call of it ends in. */
const lastName = ({ name }: Pick<Hop, 'name'>): string => name.split('.').at(-1) ?? name;
/** The name that others import it by. */
const firstName = ({ name }: Pick<Hop, 'name'>): string => name.split('.')[0] ?? name;

const show = ({ file, name }: Hop): string => `${file} ${name}`;

const direct: Check = (hop, caller) =>
  calls(caller.node, lastName(hop)) && isKnownIn(caller.file, firstName(hop), hop.file)
    ? null
    : `${show(caller)} does not call it`;

const byList: Check = (hop, caller) => {
  const name = hop.indirection?.names[0] ?? '';
  if (calls(caller.node, name) && mentions(caller.node, firstName(hop))) return null;
  const list = mentions(caller.node, name) ? listNamed(caller.file, name) : undefined;
  if (!list) return `${show(caller)} has no list ${name}`;
  const isIn = mentions(list.node, firstName(hop)) && isKnownIn(list.file, firstName(hop), hop.file);
  return isIn ? null : `the list ${name} does not hold it`;
};

const isFunction = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

const byCallback: Check = (hop, caller, earlier) => {
  const name = hop.indirection?.names[0] ?? '';
  if (!calls(caller.node, name)) return `${show(caller)} does not call ${name}`;
  const isGiven = earlier.some(
    ({ file, node }) =>
      isKnownIn(file, firstName(hop), hop.file) &&
      nodesIn(node).some((each) => isFunction(each) && calls(each, lastName(hop))),
  );
  return isGiven ? null : 'no hop before it passes a function that calls it';
};

const members = (port: string): ReturnType<typeof membersNamed> => membersNamed(port.split('.')[1] ?? '');

const isBehind = (port: string, hop: Station): boolean =>
  members(port).some(
    ({ file, node }) =>
      (file === hop.file && node.pos >= hop.node.pos && node.end <= hop.node.end) ||
      (mentions(node, firstName(hop)) && isKnownIn(file, firstName(hop), hop.file)),
  );

const byPort: Check = (hop, caller) => {
  const ports = hop.indirection?.names ?? [];
  const unknown = ports.find((port) => !portHas(port.split('.')[0] ?? '', port.split('.')[1] ?? ''));
  if (unknown !== undefined) return `there is no port ${unknown}`;
  const [first = ''] = ports;
  if (!calls(caller.node, first.split('.')[1] ?? '')) return `${show(caller)} does not call ${first}`;
  for (const [index, port] of ports.entries()) {
    const next = ports[index + 1];
    const isPassedOn =
      next === undefined
        ? isBehind(port, hop)
        : members(port).some(({ node }) => mentions(node, next.split('.')[1] ?? ''));
    if (!isPassedOn) return `${next ?? show(hop)} is not behind ${port}`;
  }
  return null;
};

/** `key`: what an action or an event is told by. */
const byBranch =
  (key: 'do' | 'type'): Check =>
  (hop, caller, earlier) => {
    const name = hop.indirection?.names[0] ?? '';
    if (!earlier.some(({ node }) => writes(node, key, name))) return `no hop before it gives ${key}: '${name}'`;
    const leads = branchesOf(caller.file, name).some((branch) => calls(branch, lastName(hop)));
    const isKnown = isKnownIn(caller.file, firstName(hop), hop.file);
    return leads && isKnown ? null : `${caller.file} does not lead from '${name}' to it`;
  };

const checks: Readonly<Record<NonNullable<Hop['indirection']>['by'], Check>> = {
  list: byList,
  callback: byCallback,
  port: byPort,
  action: byBranch('do'),
  event: byBranch('type'),
};

const complaintAbout = (hop: Hop, node: ts.Node | undefined, walked: readonly Station[]): string | null => {
  if (!node) return 'there is no such function';
  if (walked.length === 0) return null;
  const { from, indirection } = hop;
  const caller = from === undefined ? walked.at(-1) : walked.findLast(({ name }) => name === from);
  if (!caller) return `no hop before it is called ${from}`;
  return (indirection ? checks[indirection.by] : direct)({ ...hop, node }, caller, walked);
};

/** Every complaint about a walk, each with its hop. */
export const complaintsAbout = (hops: readonly Hop[]): string[] => {
  const walked: Station[] = [];
  const complaints: string[] = [];
  for (const hop of hops) {
    const node = functionIn(hop.file, hop.name);
    const complaint = complaintAbout(hop, node, walked);
    if (complaint !== null) complaints.push(`${hop.n}. ${show(hop)}: ${complaint}`);
    if (node) walked.push({ ...hop, node });
  }
  return complaints;
};
