/** How a format of secrets is described: what makes one, and what is usually around it. */
import type { RandomText } from './secrets-random.ts';

export type SecretFormat = {
  name: string;
  /** Where it is usual. */
  place: 'anywhere' | 'environment' | 'configuration' | 'header' | 'address' | 'file';
  make: (random: RandomText) => PlantedSecret;
};

/** `text`: the secret with what is usually around it; `secret`: what nobody may see of it. */
export type PlantedSecret = { text: string; secret: string; name?: string };

/** A format that is known by itself. */
export const token = (name: string, make: (random: RandomText) => string): SecretFormat => ({
  name,
  place: 'anywhere',
  make: (random) => {
    const secret = make(random);
    return { text: secret, secret };
  },
});

/** A value that only its surroundings give away; `$` stands for it. */
export const around = (
  place: SecretFormat['place'],
  name: string,
  shown: string,
  make: (random: RandomText) => string,
): SecretFormat => ({
  name,
  place,
  make: (random) => {
    const secret = make(random);
    return { text: shown.replaceAll('$', () => secret), secret, name: shown.slice(0, shown.indexOf('$')).trimEnd() };
  },
});
export const named = (name: string, shown: string, make: (random: RandomText) => string): SecretFormat =>
  around('environment', name, shown, make);
export const configured = (name: string, shown: string, make: (random: RandomText) => string): SecretFormat =>
  around('configuration', name, shown, make);

export const key = (name: string, title: string, lines = 6): SecretFormat => ({
  name,
  place: 'file',
  make: ({ base64 }) => {
    const secret = Array.from({ length: lines }, () => base64(64)).join('\n');
    return { text: [`-----BEGIN ${title}-----`, secret, `-----END ${title}-----`].join('\n'), secret };
  },
});
