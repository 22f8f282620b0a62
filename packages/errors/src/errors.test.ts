/** The errors that callers see. */
import { AppError, toAppError, unavailable } from './errors.ts';

describe('a temporary fault', () => {
  it('has a code, a message, its cause and the seconds until a retry', () => {
    const cause = new Error('down');
    expect(unavailable('The store does not respond', { cause })).toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      message: 'The store does not respond',
      cause,
      retryAfterSeconds: 2,
    });
    expect(new AppError('UNAVAILABLE', 'Busy').retryAfterSeconds).toBe(2);
    expect(unavailable('The disk is full', { retryAfterSeconds: 10 }).retryAfterSeconds).toBe(10);
  });

  it('keeps the message of an earlier one', () => {
    const cause = unavailable('The disk is full');
    expect(unavailable('The log cannot be written', { cause })).toBe(cause);
  });
});

it('hides errors that are not in the catalogue', () => {
  const known = new AppError('NOT_FOUND', 'Not found');
  expect(toAppError(known)).toBe(known);
  const thrown = new Error('a password');
  expect(toAppError(thrown)).toMatchObject({ code: 'INTERNAL_ERROR', cause: thrown });
  expect(toAppError(thrown).message).not.toContain('password');
});
