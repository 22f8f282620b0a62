/** Log messages about a server that cannot be reached, and about a disk that cannot be written. */
import { mapEngineError, mapServerError } from './engine-errors.ts';

describe('an error of a connection', () => {
  it.each([
    ['connect ECONNREFUSED 192.0.2.7:8123', 'ECONNREFUSED', 'nothing listens there (ECONNREFUSED)'],
    ['getaddrinfo ENOTFOUND clickhouse', 'ENOTFOUND', 'the host name is unknown (ENOTFOUND)'],
    ['getaddrinfo EAI_AGAIN clickhouse', 'EAI_AGAIN', 'the host name cannot be resolved at the moment (EAI_AGAIN)'],
    ['read ECONNRESET 192.0.2.7:8123', 'ECONNRESET', 'the connection failed (ECONNRESET)'],
    ['Timeout error.', undefined, 'no response in time'],
    ['The user aborted a request.', undefined, 'no response in time'],
    ['socket hang up', undefined, 'socket hang up'],
  ])('%s is explained in the cause, without the address', (message, code, meaning) => {
    expect(mapServerError(Object.assign(new Error(message), code && { code }))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The store does not respond',
      cause: { message: meaning },
    });
  });
});

describe('an error of the file system', () => {
  const directory = 'std::__1::__fs::filesystem::filesystem_error: filesystem error: in create_directories';
  const file = 'DB::ErrnoException: Cannot open file data/store/abc/tmp_insert_all_1_1_0/data.bin: , errno: 28';
  it.each([
    [`Code: 1001. ${directory}: No space left on device [/data]`, 'The store has no space left'],
    [`Code: 76. ${file}, strerror: No space left on device`, 'The store has no space left'],
    [`Code: 1001. ${directory}: Read-only file system [/data]`, 'The store cannot be written at the moment'],
  ])('%s is reported as UNAVAILABLE', (engineMessage, message) => {
    const cause = new Error(engineMessage);
    expect(mapEngineError(cause)).toMatchObject({ code: 'UNAVAILABLE', message, cause });
  });

  it('is reported as INTERNAL_ERROR if a file is missing', () => {
    const missing = new Error('Code: 76. DB::ErrnoException: Cannot open file, strerror: No such file or directory');
    expect(mapEngineError(missing)).toMatchObject({ code: 'INTERNAL_ERROR' });
  });
});
