/**
 * A lock between processes that goes with its holder, however that ends: nobody has to guess whether one is still
 * alive.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const pauseMs = 50;

/** Waits until nobody else has it. Null when the signal came first. */
export const takeLock = async (file: string, signal?: AbortSignal): Promise<{ release: () => void } | null> => {
  const database = new DatabaseSync(file);
  for (;;) {
    if (signal?.aborted === true) {
      database.close();
      return null;
    }
    try {
      database.exec('BEGIN EXCLUSIVE');
      return { release: () => database.close() };
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await delay(pauseMs);
  }
};

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;
