/** The answer to a question, for a view: requested automatically, and again when the page becomes visible. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { listen } from '../state/listen.ts';
import { ask, type Known, peek, subscribe } from './answers.ts';
import type { Question } from './question.ts';

interface UseOptions {
  /** The interval of further requests while the page is visible; of five minutes if absent. */
  everyMs?: number | undefined;
}

const everyMsDefault = 300_000;

const nothingKnown: Known<never> = { retry: () => undefined };

/** Returns the known part of the answer; nothing is known without a question. */
export function useAnswer<Result>(question: Question<Result> | undefined, { everyMs }: UseOptions = {}): Known<Result> {
  const [, setVersion] = useState(0);
  // Not `useEffect`: an answer could come between the view and its subscription.
  useLayoutEffect(() => {
    if (question === undefined) return undefined;
    const unsubscribe = subscribe(question, () => setVersion((version) => version + 1));
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void ask(question, everyMs && everyMs / 2);
    };
    askIfSeen();
    const timer = setInterval(askIfSeen, everyMs ?? everyMsDefault);
    const stop = listen(['visibilitychange', 'online'], askIfSeen);
    return () => {
      unsubscribe();
      clearInterval(timer);
      stop();
    };
  }, [question?.key, everyMs]);
  return question === undefined ? nothingKnown : peek(question);
}
