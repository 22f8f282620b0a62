/** A line over time, the earlier range behind it, and one read-out that the pointer and the keys move. */
import type { TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { targetOf } from './read-out-keys.ts';
import { dateTicks } from './scale.ts';

interface Point {
  /** The label of the point on the axis. */
  tick: string;
  /** The position among the labels, which are evenly spaced. */
  place: number;
  /** The value; undefined if there is none, which is a gap in the line. */
  value: number | undefined;
  /** The value in the earlier range; undefined if there is none. */
  previous?: number | undefined;
  /** Dotted unless it is `over`; not drawn if it is `ahead`. */
  state: 'over' | 'part' | 'running' | 'ahead';
  /** True if the axis has a mark here. */
  isMarked: boolean;
}

interface LineChartProps {
  points: readonly Point[];
  ticks: readonly number[];
  formatTick: (value: number) => string;
  /** A text alternative for the chart. */
  label: string;
  /** The point of the read-out, if there is one. */
  selected: number | undefined;
  onSelect: (index: number | undefined) => void;
  /** Called on a click on a point, on Enter, and on a tap on the point of the read-out. */
  onOpen?: ((index: number) => void) | undefined;
}

/** Adjacent points, as index and value. */
type Run = readonly (readonly [index: number, value: number])[];

/** The last date has its middle at the end of the line, and reaches into the padding of the card. */
const padding = { top: 20, bottom: 24, right: 12 };
/** The width of a character of a label, rounded up, and the space to the right of the label. */
const [charWidth, labelSpace] = [7, 8];
/** The greatest distance of a tap on a point, in pixels: a fingertip is wider than the space between two points. */
const tapPx = 12;

export function LineChart({ points, ticks, formatTick, label, selected, onSelect, onOpen }: LineChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const top = ticks.at(-1) ?? 1;
  const last = Math.max(1, points.length - 1);
  // The line starts to the right of the labels, which are inside the plot.
  const left = labelSpace + charWidth * Math.max(...ticks.map((tick) => formatTick(tick).length));
  const span = width - left - padding.right;
  const x = (index: number) => left + (index / last) * span;
  const y = (value: number) => height - padding.bottom - (value / top) * (height - padding.top - padding.bottom);
  const coordinates = (index: number, value: number) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`;
  const lineOf = (run: Run) => `M${run.map(([i, v]) => coordinates(i, v)).join('L')}`;
  const linesOf = (runs: readonly Run[]) =>
    runs
      .filter(({ length }) => length > 1)
      .map(lineOf)
      .join('');

  const places = points.map(({ place }) => place);
  const known = runsOf(points, ({ value, state }) => (state === 'ahead' ? undefined : value));
  const over = runsOf(points, ({ value, state }) => (state === 'over' ? value : undefined));
  const before = runsOf(points, ({ previous }) => previous);
  const dotted = known
    .flatMap((run) => run.map((_, at) => run.slice(at, at + 2)))
    .filter((ends) => ends.some(([index]) => points[index]?.state !== 'over'));
  const point = selected === undefined ? undefined : points[selected];

  /** A single point has no line. */
  const dotsOf = (runs: readonly Run[], name: string) =>
    runs.map(
      ([[index, value] = [0, 0], ...more]) =>
        more.length === 0 && <circle key={index} class={name} cx={x(index)} cy={y(value)} r="5" />,
    );

  /** The point that a click opens. */
  const pressed = useRef<number>(undefined);
  const xOf = ({ clientX, currentTarget }: TargetedPointerEvent<HTMLElement>) =>
    clientX - currentTarget.getBoundingClientRect().left;
  const onPointer = (event: TargetedPointerEvent<HTMLElement>) => {
    const index = Math.round(((xOf(event) - left) / span) * last);
    const nearest = Math.min(points.length - 1, Math.max(0, index));
    onSelect(nearest);
    return nearest;
  };
  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>) => {
    const nearest = onPointer(event);
    // A finger cannot point without touching: its first tap reads out, and only the next one opens.
    const isTap = event.pointerType === 'touch';
    const isOnSelected = selected !== undefined && Math.abs(xOf(event) - x(selected)) < tapPx;
    pressed.current = isTap ? (isOnSelected ? selected : undefined) : nearest;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const lastKnown = points.findLastIndex(({ state }) => state !== 'ahead');
    const from = selected ?? lastKnown + (event.key === 'ArrowLeft' ? 1 : -1);
    const target = targetOf(event.key, from, points.length);
    if (target !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      onSelect(target);
    }
    if (event.key === 'Enter' && selected !== undefined) onOpen?.(selected);
  };

  return (
    <div
      ref={ref}
      class="chart"
      role="application"
      aria-label={label}
      tabIndex={0}
      onPointerMove={onPointer}
      onPointerDown={onPointerDown}
      // Lifting a finger is also a leave event, but its read-out stays.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onSelect(undefined)}
      onBlur={() => onSelect(undefined)}
      onKeyDown={onKeyDown}
      onClick={() => pressed.current !== undefined && onOpen?.(pressed.current)}
    >
      {width > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {ticks.map((tick) => (
            <line key={tick} class="grid" x1="0" x2={width} y1={y(tick)} y2={y(tick)} />
          ))}
          <linearGradient id="fade" x2="0" y2="1">
            <stop stop-opacity=".18" />
            <stop offset="1" stop-opacity="0" />
          </linearGradient>
          <path class="area" d={over.map((run) => `${lineOf(run)}V${y(0)}H${x(run[0]?.[0] ?? 0)}Z`).join('')} />
          <line class="axis" x1="0" x2={width} y1={y(0)} y2={y(0)} />
          {points.map(
            ({ isMarked }, index) => isMarked && <circle key={index} class="mark" cx={x(index)} cy={y(0)} r="3" />,
          )}
          <path class="line before" d={linesOf(before)} />
          {dotsOf(before, 'dot before')}
          <path class="line" d={linesOf(over)} />
          <path class="line running" d={linesOf(dotted)} />
          {dotsOf(known, 'dot')}
          {ticks.map((tick) => (
            <text key={tick} class="tick" x="0" y={y(tick) - 5}>
              {formatTick(tick)}
            </text>
          ))}
          {dateTicks(places, span).map((index) => (
            <text key={index} class="tick" x={x(index)} y={height - 6} text-anchor="middle">
              {points[index]?.tick}
            </text>
          ))}
          {selected !== undefined && point && (
            <g>
              <line class="cursor" x1={x(selected)} x2={x(selected)} y1={padding.top} y2={y(0)} />
              {point.previous !== undefined && (
                <circle class="dot before" cx={x(selected)} cy={y(point.previous)} r="3" />
              )}
              {point.value !== undefined && point.state !== 'ahead' && (
                <circle class="dot" cx={x(selected)} cy={y(point.value)} r="4" />
              )}
            </g>
          )}
        </svg>
      )}
    </div>
  );
}

/** Returns the runs of points that have a value. */
function runsOf(points: readonly Point[], valueOf: (point: Point) => number | undefined): readonly Run[] {
  const runs: [number, number][][] = [[]];
  for (const [index, point] of points.entries()) {
    const value = valueOf(point);
    if (value === undefined) runs.push([]);
    else runs.at(-1)?.push([index, value]);
  }
  return runs.filter(({ length }) => length > 0);
}
