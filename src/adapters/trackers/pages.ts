/** Lists that come in pages: gone through until one is not full. */

export const perPage = 100;

export const allPages = async <T>(page: (number: number) => Promise<T[]>): Promise<T[]> => {
  const all: T[] = [];
  for (let number = 1; ; number += 1) {
    const some = await page(number);
    all.push(...some);
    if (some.length < perPage) return all;
  }
};
