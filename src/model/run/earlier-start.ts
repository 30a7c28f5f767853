/**
 * `run.started` as earlier versions wrote it: parts of the request stood beside it, in fields of their own, and the
 * first ones had no request at all. Gives the form of today, so that nobody else knows of the others.
 */
import { given } from '../../plain/given.ts';
import { isObject } from '../../plain/shape.ts';

export const upcastStart = (event: unknown): unknown => {
  if (!isObject(event) || event['type'] !== 'run.started' || event['includesDirty'] === undefined) return event;
  const { includesDirty, only, answers, progress, record, replay, request, ...rest } = event;
  const includeDirty = includesDirty === true ? true : undefined;
  const asked = isObject(request) ? request : {};
  return { ...rest, request: { ...asked, ...given({ includeDirty, only, answers, progress, record, replay }) } };
};
