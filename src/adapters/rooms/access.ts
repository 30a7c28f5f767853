/** What the commands of rooms may reach outside of them. */
import type { SandboxRequest } from '../../ports/sandbox.ts';

/** What the configuration lets the commands of all rooms have. */
export type RoomNeeds = {
  hosts: readonly string[];
  readable: readonly string[];
  writable: readonly string[];
  docker: boolean;
};

/** `installs`: set-up of the untouched start, which reaches the network. */
export const accessOf = (needs: RoomNeeds, installs: boolean): Pick<SandboxRequest, 'hosts' | 'access'> => ({
  hosts: needs.hosts,
  access: installs || needs.hosts.includes('*') ? 'full' : 'edit',
});
