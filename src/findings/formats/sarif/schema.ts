/**
 * The parts of SARIF 2.1.0 that results refer to. Producers write null where they mean nothing, so null is allowed
 * everywhere.
 */
import { z } from 'zod';

const text = z.string().nullish();
const number = z.number().nullish();
const Properties = z.record(z.string(), z.unknown()).nullish().catch(undefined);

export const ArtifactLocation = z.object({ uri: text, uriBaseId: text, index: number });
export type ArtifactLocation = z.infer<typeof ArtifactLocation>;

export const Message = z.object({ text, markdown: text, id: text, arguments: z.array(z.string()).nullish() });
export type Message = z.infer<typeof Message>;

const MessageString = z.object({ text, markdown: text });

export const Rule = z.object({
  id: text,
  name: text,
  shortDescription: MessageString.nullish(),
  fullDescription: MessageString.nullish(),
  help: MessageString.nullish(),
  messageStrings: z.record(z.string(), MessageString).nullish(),
  defaultConfiguration: z.object({ level: text }).nullish(),
  properties: Properties,
});
export type Rule = z.infer<typeof Rule>;

export const Region = z.object({
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  charOffset: number,
  charLength: number,
  byteOffset: number,
});
export type Region = z.infer<typeof Region>;

export const Fix = z.object({
  description: Message.nullish(),
  artifactChanges: z
    .array(
      z.object({
        artifactLocation: ArtifactLocation,
        replacements: z.array(
          z.object({ deletedRegion: Region, insertedContent: z.object({ text, binary: text }).nullish() }),
        ),
      }),
    )
    .nullish(),
});
export type Fix = z.infer<typeof Fix>;
