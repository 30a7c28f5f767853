/**
 * Marks what secrets were taken out of. Only `secrets/` makes one, so that a door which asks for it cannot be passed
 * by.
 */

declare const cleanBrand: unique symbol;

/** A value as it may leave: no text in it holds a secret that we know how to recognise. */
export type Clean<T> = T & { readonly [cleanBrand]: true };
