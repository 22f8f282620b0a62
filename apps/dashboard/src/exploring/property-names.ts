/** The names of properties that occur in the range, as suggestions for a filter. */
import type { Access } from '../questions/api.ts';
import { analyticsQuestion, type Question } from '../questions/question.ts';
import type { Bounds } from '../state/range.ts';

/** The API lists the names of one type at a time: those of more types are not requested. */
const typesMax = 10;

/** Returns the question for the names, in alphabetical order; types of the site's own come first. */
export function propertyNamesQuestion(access: Access, bounds: Bounds): Question<readonly string[]> {
  const byType = analyticsQuestion(access, 'breakdown', { by: 'type', ...bounds });
  return {
    key: `${byType.key} property names`,
    needsAccess: true,
    async load(isFresh) {
      const { answer, asOfMs } = await byType.load(isFresh);
      const entries: readonly object[] = answer.data;
      const types = entries.map((entry) => String(Reflect.get(entry, 'type')));
      const isAutomatic = (type: string) => type.startsWith('$');
      const asked = [...types.filter((type) => !isAutomatic(type)), ...types.filter(isAutomatic)].slice(0, typesMax);
      const answers = await Promise.all(
        asked.map((type) => analyticsQuestion(access, 'properties', { ...bounds, type }).load(isFresh)),
      );
      const names = answers.flatMap((one) => one.answer.data.flatMap(({ name }) => name ?? []));
      return { answer: [...new Set(names)].toSorted(), asOfMs };
    },
  };
}
