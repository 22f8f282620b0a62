/** The expectations of attacks: each is a text, and a function of a finding that returns the measured figure and true if the expectation passed. */

/** Expects that a number of the finding is at most `limit`; `format` renders the number. */
export const atMost = (text, limit, valueOf, format) => ({
  text,
  judge(finding) {
    const value = valueOf(finding);
    return { hasPassed: value <= limit, found: format(value) };
  },
});

/** Expects that the product's memory grows by at most `limitMb`. */
export const memoryAtMost = (limitMb) =>
  atMost(
    `memory at most ${limitMb} MB above rest`,
    limitMb,
    ({ memory }) => (memory.peakMiB - memory.restMiB) * 1.048576,
    (mb) => `${Math.round(mb)} MB`,
  );

/** Expects that every honest request succeeds within `limitMs`; `name` restricts it to one of the probes. */
export const allWithin = (text, limitMs, name) => ({
  text,
  judge({ beside }) {
    const probes = beside.filter((probe) => name === undefined || probe.name === name);
    const slowest = probes.toSorted((a, b) => b.maxMs - a.maxMs)[0];
    const failed = probes.reduce((sum, { requests, succeeded }) => sum + requests - succeeded, 0);
    const found = failed > 0 ? `${failed} requests failed` : `${slowest.name}: ${Math.round(slowest.maxMs)} ms`;
    return { hasPassed: failed === 0 && slowest.maxMs <= limitMs, found };
  },
});

/** Expects that the p99 of every honest request is at most `ratioMax` times that without the attack. */
export const p99AtMost = (text, ratioMax) => ({
  text,
  judge({ alone, beside }) {
    const ratios = beside.map(({ name, p99Ms }, index) => ({ name, ratio: p99Ms / alone[index].p99Ms }));
    const { name, ratio } = ratios.toSorted((a, b) => b.ratio - a.ratio)[0];
    return { hasPassed: ratio <= ratioMax, found: `${name}: ${ratio.toFixed(1)} times` };
  },
});

/** Expects that the attacker receives nothing but these statuses. */
export const onlyStatuses = (text, statuses) => ({
  text,
  judge({ attacker }) {
    const others = Object.keys(attacker.outcomes).filter((outcome) => !statuses.includes(outcome));
    return { hasPassed: others.length === 0, found: Object.keys(attacker.outcomes).join(', ') };
  },
});
