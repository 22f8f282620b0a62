/** The filters of the page: a chip for each, and a button that adds one. */
import type { ComponentChildren } from 'preact';
import { usePassedFocus } from '../controls/focus.ts';
import { later } from '../controls/later.tsx';
import { Popup } from '../controls/popup.tsx';
import { useGoalNames } from '../panels/goals.ts';
import type { Access } from '../resources/api.ts';
import { canExclude, filtersMax, filterText, negated, parseFilter } from '../state/filter.ts';
import { hrefWith } from '../state/navigation.ts';
import { boundsOf, daysOf } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { filterSentence, filterTextSentence } from '../words/names.ts';
import { words } from '../words/words.ts';
import { Step } from './range-menu.tsx';
import { exploring } from './scripts.ts';

interface FilterBarProps {
  view: View;
  access: Access;
  localMs: number;
  /** The filters of a share, which its visitors cannot remove. */
  fixed?: readonly string[] | undefined;
}

const say = words.filters;
const FilterEditor = later(exploring, (script) => script.FilterEditor);

export function FilterBar({ view, access, localMs, fixed = [] }: FilterBarProps) {
  const { filters, ignored, ignoredRange, goal } = view;
  const isOfGoals =
    goal !== undefined || [...fixed, ...filters.map(filterText)].some((text) => text.startsWith('goal:'));
  const goals = useGoalNames(access, boundsOf(daysOf(view.range, localMs)), isOfGoals);
  const rate = goal !== undefined && words.goals.rateOf(goals.get(goal) ?? goal);
  return (
    <section class="filters row" aria-label={say.title}>
      {fixed.map((text) => (
        <span key={text} class="chip row" title={say.fixed}>
          <bdi class="what">{filterTextSentence(text, goals)}</bdi>
        </span>
      ))}
      <Popup class="add" keys="f" button={<>+ {say.add}</>}>
        {(close) => <FilterEditor view={view} access={access} localMs={localMs} close={close} />}
      </Popup>
      {filters.map((filter, index) => {
        const sentence = filterSentence(filter, goals);
        const opposite = canExclude(filter.dimension) ? negated(filter) : undefined;
        const replaced = (by: typeof filters) => hrefWith(view, { filters: filters.toSpliced(index, 1, ...by) });
        return (
          <Chip key={index}>
            <Popup label={say.edit(sentence)} button={<bdi class="ellipsis">{sentence}</bdi>}>
              {(close) => <FilterEditor view={view} access={access} localMs={localMs} close={close} edited={index} />}
            </Popup>
            {opposite && (
              <a
                href={replaced([opposite])}
                title={say.negate(filterSentence(opposite, goals))}
                aria-label={say.negate(filterSentence(opposite, goals))}
              >
                ≠
              </a>
            )}
            <a href={replaced([])} title={say.remove(sentence)} aria-label={say.remove(sentence)}>
              ×
            </a>
          </Chip>
        );
      })}
      {ignored.map((text, index) => (
        <Note
          key={text}
          isFault
          text={
            filters.length === filtersMax && parseFilter(text)
              ? say.over(filterTextSentence(text, goals), filtersMax)
              : say.ignored(text)
          }
          without={hrefWith(view, { ignored: ignored.toSpliced(index, 1) })}
        />
      ))}
      {ignoredRange && <Note isFault text={say.ignored(ignoredRange)} without={hrefWith(view, {})} />}
      {rate && <Note text={rate} without={hrefWith(view, { goal: undefined })} />}
      {filters.length + ignored.length > 0 && <Clear href={hrefWith(view, { filters: [], ignored: [] })} />}
      <span class="explore row">
        {(['funnel', 'retention'] as const).map((open) => (
          <a key={open} class="muted" href={hrefWith(view, { path: view.path === '/live' ? '/' : view.path, open })}>
            {words.explore[open]}
          </a>
        ))}
        {/* For phones, whose header is too narrow for them. */}
        {view.path !== '/live' && (
          <span class="steps">
            <Step view={view} localMs={localMs} by={-1} />
            <Step view={view} localMs={localMs} by={1} />
          </span>
        )}
      </span>
    </section>
  );
}

interface NoteProps {
  text: string;
  isFault?: boolean;
  /** The URL without the filter. */
  without: string;
}

/** A chip that can only be removed. */
function Note({ text, isFault, without }: NoteProps) {
  return (
    <Chip>
      <bdi class={`what ellipsis ${isFault ? 'down' : ''}`}>{text}</bdi>
      <a href={without} title={say.remove(text)} aria-label={say.remove(text)}>
        ×
      </a>
    </Chip>
  );
}

function Chip({ children }: { children: ComponentChildren }) {
  return (
    <span ref={usePassedFocus<HTMLSpanElement>()} class="chip row">
      {children}
    </span>
  );
}

function Clear({ href }: { href: string }) {
  return (
    <a ref={usePassedFocus<HTMLAnchorElement>()} href={href}>
      {say.clear}
    </a>
  );
}
