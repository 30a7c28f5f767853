/** Cages around calls of agents: what an agent sees and reaches from inside. */
import type { Sandbox } from '../../../ports/sandbox.ts';
import { borrowedObjects } from '../../git/control/borrowed-objects.ts';
import type { CliCall } from './driver.ts';
import type { Cage } from './run-call.ts';

/** Nobody knows what it needs, so it may do what it likes; but nothing that it starts outlives it. */
export const contained =
  ({ contain }: Sandbox, root: string): Cage =>
  ({ command, workspace, layer }) => {
    if (!layer) return contain({ command, cwd: workspace });
    // Where its workspace takes the place of the checkout, the objects that its git borrows lie behind it.
    const visible = borrowedObjects(workspace).filter((folder) => folder.startsWith(`${root}/`));
    return contain({ command, cwd: workspace, layers: [layer], visible });
  };

/** `configured`: what the user says that it needs, beside what is known of it. */
export const fenced =
  ({ wrap }: Sandbox, configured: CliCall['needs']): Cage =>
  ({ needs, layer, ...request }) =>
    wrap({
      ...request,
      hosts: [...needs.hosts, ...configured.hosts],
      readable: [...needs.readable, ...configured.readable, ...borrowedObjects(request.workspace)],
      writable: [...needs.writable, ...configured.writable],
      ...(layer && { layers: [layer], cwd: request.workspace }),
    });
