/** The drawing of the world map: a file that is loaded with the first list that shows it. */
import mapUrl from 'virtual:world-map';
import type { Known } from '../questions/answers.ts';
import { fileQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';

export interface Drawing {
  width: number;
  height: number;
  /** The paths by country code. */
  paths: Readonly<Record<string, string>>;
}

const drawingQuestion = fileQuestion<Drawing>(mapUrl);

/** Loaded once, at the same time as the figures. */
export function useDrawing(isWanted = false): Known<Drawing> {
  return useAnswer(isWanted ? drawingQuestion : undefined);
}
