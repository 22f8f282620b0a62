import type { z } from 'zod';

/** The first thing that is wrong with an input: the field and the message. */
export function problem(schema: z.ZodType, input: unknown): string | undefined {
  const issue = schema.safeParse(input).error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}
