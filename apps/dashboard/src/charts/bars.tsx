/** Counts as adjacent bars, such as those of the last minutes. */

interface BarsProps {
  counts: readonly number[];
  /** A text alternative for the bars. */
  label: string;
}

const height = 64;
/** A count of 0 stays visible. */
const leastHeight = 2;

export function Bars({ counts, label }: BarsProps) {
  const max = Math.max(...counts, 1);
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${Math.max(1, counts.length)} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {counts.map((count, index) => {
        const size = leastHeight + (count / max) * (height - leastHeight);
        return <rect key={index} x={index + 0.15} width="0.7" y={height - size} height={size} data-any={count > 0} />;
      })}
    </svg>
  );
}
