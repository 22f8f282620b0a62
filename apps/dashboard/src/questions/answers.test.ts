import { ask, forgetAnswers, peek } from './answers.ts';
import type { Dated, Question } from './question.ts';

/** Returns a question of its own, and the functions that answer its requests. */
function questionOf(key: string) {
  const answers: ((dated: Dated<string>) => void)[] = [];
  const question: Question<string> = { key, load: () => new Promise((resolve) => answers.push(resolve)) };
  return { question, answers };
}

const dated = (answer: string) => ({ answer, asOfMs: 0 });

describe('answers that are forgotten', () => {
  it('do not come back with a response that was in flight', async () => {
    const { question, answers } = questionOf('in flight');
    const asked = ask(question);
    forgetAnswers();
    answers[0]?.(dated('of the person before'));
    await asked;
    expect(peek(question).last).toBeUndefined();
  });

  it('are requested again instead of awaiting the request that was in flight', async () => {
    const { question, answers } = questionOf('in flight, asked again');
    const before = ask(question);
    forgetAnswers();
    const after = ask(question);
    answers[0]?.(dated('of the person before'));
    await before;
    void ask(question);
    expect(answers).toHaveLength(2);
    answers[1]?.(dated('of the person now'));
    await after;
    expect(peek(question).last?.answer).toBe('of the person now');
  });
});

it('an answer is requested again once it is older than wanted', async () => {
  const { question, answers } = questionOf('aged');
  const first = ask(question, 60_000);
  answers[0]?.(dated('first'));
  await first;
  await ask(question, 60_000);
  expect(answers).toHaveLength(1);
  void ask(question, 0);
  expect(answers).toHaveLength(2);
});

it('an answer is requested again after the clock was set back', async () => {
  const { question, answers } = questionOf('from the future');
  const first = ask(question);
  answers[0]?.(dated('first'));
  await first;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  void ask(question);
  clock.mockRestore();
  expect(answers).toHaveLength(2);
});

it('an answer that must be newer than the request in flight is requested after it, once', async () => {
  const { question, answers } = questionOf('in flight before a change');
  void ask(question);
  const changed = [ask(question, 0), ask(question, 0)];
  expect(answers).toHaveLength(1);
  answers[0]?.(dated('before the change'));
  await ask(question);
  answers[1]?.(dated('after the change'));
  await Promise.all(changed);
  expect(answers).toHaveLength(2);
  expect(peek(question).last?.answer).toBe('after the change');
});
