import { AppError } from '@footfall/errors';
import { generateApiKey } from './api-key.ts';
import { generateId, noSuch } from './id.ts';
import { generateToken } from './token.ts';

describe('the error for an unknown ID', () => {
  it.each([generateId('ws'), 'goal_none'])('shows the ID: %s', (id) => {
    expect(noSuch('workspace', id)).toEqual(new AppError('NOT_FOUND', `No such workspace: ${id}`));
  });

  it.each([generateApiKey('secret'), generateApiKey('public'), generateToken(), 'ws_a\nb', ''])(
    'does not show what is not an ID, and may be a secret in the wrong place: %s',
    (text) => {
      expect(noSuch('key', text)).toEqual(new AppError('NOT_FOUND', 'No such key'));
    },
  );
});
