/** Reads the JSON body of a request on the socket. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@footfall/errors';
import type { z } from 'zod';

const bodyBytesMax = 64 * 1024;

/** Rejects with PAYLOAD_TOO_LARGE, or with BAD_REQUEST if the body is not JSON or does not match `schema`. */
export async function readBody<Body>(request: IncomingMessage, schema: z.ZodType<Body>): Promise<Body> {
  const parsed = schema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('BAD_REQUEST', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid'}`);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > bodyBytesMax)
      throw new AppError('PAYLOAD_TOO_LARGE', `The body must have at most ${bodyBytesMax} bytes`);
    chunks.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'The body must be JSON', { cause: error });
  }
}
