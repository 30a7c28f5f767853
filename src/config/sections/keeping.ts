/** Sections of the configuration about what is kept of a run. */
import { z } from 'zod';
import { Age } from '../values.ts';

export const ArtifactsSection = z
  .strictObject({
    retention: Age.optional().describe(
      'How long prompts, transcripts, patches, todo files and the own repository of a run are kept after its end, ' +
        'such as 10d; forever if not given. Never removed: the journal, the report, and what can be resumed or ' +
        'is nowhere else',
    ),
  })
  .prefault({})
  .describe('What is kept with a run');
