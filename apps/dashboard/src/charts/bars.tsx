/** Counts as adjacent bars, such as those of the last minutes, and one read-out that the pointer and the keys move. */
import type { TargetedPointerEvent } from 'preact';
import { targetOf } from './read-out-keys.ts';

interface BarsProps {
  counts: readonly number[];
  /** The highest count, formatted: the scale. */
  most: string;
  /** A text alternative for the bars. */
  label: string;
  /** The bar of the read-out, if there is one. */
  selected: number | undefined;
  onSelect: (index: number | undefined) => void;
}

const height = 64;
/** A count of 0 stays visible. */
const leastHeight = 2;

export function Bars({ counts, most, label, selected, onSelect }: BarsProps) {
  const max = Math.max(...counts, 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = selected ?? (event.key === 'ArrowLeft' ? counts.length : counts.length - 2);
    const target = targetOf(event.key, from, counts.length);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(target);
  };
  const onPointer = ({ clientX, currentTarget }: TargetedPointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * counts.length);
    onSelect(Math.min(counts.length - 1, Math.max(0, index)));
  };
  return (
    <div
      class="bars"
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      // Lifting a finger is also a leave event, but its read-out stays.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onSelect(undefined)}
      onBlur={() => onSelect(undefined)}
    >
      <p class="muted" aria-hidden="true">
        {most}
      </p>
      <svg viewBox={`0 0 ${Math.max(1, counts.length)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map((count, index) => {
          const size = leastHeight + (count / max) * (height - leastHeight);
          return (
            <rect
              key={index}
              x={index + 0.15}
              width="0.7"
              y={height - size}
              height={size}
              data-any={count > 0}
              data-selected={index === selected}
            />
          );
        })}
      </svg>
    </div>
  );
}
