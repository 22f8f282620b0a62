import { invitationInputSchema, profilePatchSchema, roleInputSchema } from './person.ts';
import { shareVisitSchema } from './share.ts';
import { signInSchema } from './sign-in.ts';

const workspaceId = 'ws_0123456789abcdefghij';
const errors = (parsed: {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}) => parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('people', () => {
  it('have an email address in lower case, without blanks around it', () => {
    const addressOf = (chars: number) => '@example.com'.padStart(chars, 'a');
    expect(signInSchema.parse({ email: ' Jo@Example.COM ', password: 'x' }).email).toBe('jo@example.com');
    expect(signInSchema.parse({ email: addressOf(254) }).email).toBe(addressOf(254));
    for (const email of ['jo', 'jo@', '@example.com', 'jo@example', addressOf(255), 1, null]) {
      expect(errors(signInSchema.safeParse({ email }))).toEqual([
        expect.stringMatching(/^email: must be an email address such as jo@example\.com, got ("|1$|null$)/),
      ]);
    }
  });

  it('A30 receive a message about the length of a password that does not contain it', () => {
    const problems = ['too short', 'x'.repeat(1_001), 1234567890, {}].map((password) =>
      errors(profilePatchSchema.safeParse({ password })),
    );
    expect(problems).toEqual([
      ['password: must have 10 to 1000 characters, got 9'],
      ['password: must have 10 to 1000 characters, got 1001'],
      ['password: must have 10 to 1000 characters, got no text'],
      ['password: must have 10 to 1000 characters, got no text'],
    ]);
  });

  it('choose a password of 10 to 1,000 characters, and enter one of at most 1,000', () => {
    const password = (chars: number) => ({ password: 'x'.repeat(chars) });
    for (const chars of [10, 1_000]) expect(profilePatchSchema.safeParse(password(chars)).success).toBe(true);
    for (const schema of [signInSchema, shareVisitSchema.partial()]) {
      for (const chars of [0, 1_000]) expect(schema.safeParse(password(chars)).success).toBe(true);
      expect(errors(schema.safeParse(password(1_001)))).toEqual([
        'password: must have at most 1000 characters, got 1001',
      ]);
    }
  });

  it('and visitors of a share receive a message that names the required credential', () => {
    expect(errors(signInSchema.safeParse({ token: 5, password: 5 }))).toEqual([
      'token: must be the token of a one-time link, got 5',
      'password: must have at most 1000 characters, got no text',
    ]);
    expect(errors(shareVisitSchema.safeParse({}))).toEqual([
      'token: must be the last part of the URL of a share, got nothing',
    ]);
  });

  it('have a role in a workspace, or one in the whole installation', () => {
    const email = 'jo@example.com';
    expect(invitationInputSchema.safeParse({ email, role: 'viewer', workspaceId }).success).toBe(true);
    expect(invitationInputSchema.safeParse({ email, role: 'owner' }).success).toBe(true);
    expect(roleInputSchema.safeParse({ role: 'none', workspaceId }).success).toBe(true);
    expect(errors(invitationInputSchema.safeParse({ email, role: 'viewer' }))).toEqual([
      'workspaceId: is required with the role viewer',
    ]);
    expect(errors(invitationInputSchema.safeParse({ email, role: 'owner', workspaceId }))).toEqual([
      'workspaceId: must not be set with the role owner',
    ]);
    expect(errors(roleInputSchema.safeParse({ role: 'none' }))).toEqual([
      'workspaceId: is required with the role none',
    ]);
  });
});
