/** The fields that several bodies of the admin API have in common. */
import { workspaceIdPattern } from '@footfall/schemas';
import { z } from 'zod';

/** Returns the object schema with a description for each field. */
export function described<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  descriptions: Readonly<Record<keyof Shape, string>>,
): z.ZodObject {
  const fields: Readonly<Record<string, z.ZodType>> = z.record(z.string(), z.instanceof(z.ZodType)).parse(shape);
  const texts: Readonly<Record<string, string>> = descriptions;
  return z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.describe(texts[name] ?? '')])),
  );
}

export const moment = z.iso.datetime();
export const workspaceId = z.string().regex(workspaceIdPattern).describe('ID of the workspace.');
export const createdAt = moment.describe('When it was created.');
export const expiresAt = moment.describe('When it expires.');
export const expiresAtOrNull = moment.nullable().describe('When it expires; null if it does not.');
export const personId = z.string().describe('ID of the person.');
export const hasPassword = z.boolean().describe('Whether it has a password.');
