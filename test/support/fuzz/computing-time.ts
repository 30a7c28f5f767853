/** How long something computes: unlike the clock on the wall, that does not depend on what else a machine does. */

/** For this thread alone, in milliseconds, from now on. */
export const stopwatch = (): (() => number) => {
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  };
};
