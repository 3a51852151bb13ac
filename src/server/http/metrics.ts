/** Counters, gauges and histograms in Prometheus' text format. Labels never hold an identifier or an address. */

type Labels = Readonly<Record<string, string | number>>;

export interface Metrics {
  count(name: string, labels?: Labels, by?: number): void;
  /** Seconds into the buckets of a histogram. */
  observe(name: string, seconds: number, labels?: Labels): void;
  /** A value read when asked for. */
  gauge(name: string, about: string, read: () => number): void;
  text(): string;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const ABOUT: Readonly<Record<string, string>> = {
  foyer_http_requests_total: 'Answers by kind and status.',
  foyer_http_seconds: 'Time to answer by kind.',
  foyer_calls_total: 'Answers of calls by line, call and code.',
  foyer_unknown_hosts_total: 'Requests whose host belongs to no line.',
  foyer_outbox_attempts_total: 'Delivery attempts by channel, state and code.',
  foyer_csp_reports_total: 'Violations of the page policy that browsers reported, by directive.',
  foyer_unavailable_total: 'Requests that could not be served now, by reason.',
  foyer_send_budgets_total:
    'Messages that found a budget of sending near its end, full or over, by line, budget and country.',
  foyer_throttled_total: 'Requests refused by a limit.',
};

function labelled(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([key, value]) => `${key}="${String(value).replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  );
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Map<string, { labels: Labels; buckets: number[]; sum: number; count: number }>>();
  const gauges = new Map<string, { about: string; read: () => number }>();
  return {
    count(name, labels = {}, by = 1) {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = labelled(name, labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    observe(name, seconds, labels = {}) {
      const series = histograms.get(name) ?? new Map();
      histograms.set(name, series);
      const key = labelled('', labels);
      const entry = series.get(key) ?? { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      series.set(key, entry);
      entry.sum += seconds;
      entry.count += 1;
      BUCKETS.forEach((bound, index) => {
        if (seconds <= bound) entry.buckets[index] = (entry.buckets[index] ?? 0) + 1;
      });
    },
    gauge(name, about, read) {
      gauges.set(name, { about, read });
    },
    text() {
      const lines: string[] = [];
      const head = (name: string, type: string, about: string): void => {
        lines.push(`# HELP ${name} ${about}`, `# TYPE ${name} ${type}`);
      };
      for (const [name, series] of counters) {
        head(name, 'counter', ABOUT[name] ?? name);
        for (const [key, value] of series) lines.push(`${key} ${value}`);
      }
      for (const [name, series] of histograms) {
        head(name, 'histogram', ABOUT[name] ?? name);
        for (const { labels, buckets, sum, count } of series.values()) {
          BUCKETS.forEach((bound, index) => {
            lines.push(`${labelled(`${name}_bucket`, { ...labels, le: bound })} ${buckets[index] ?? 0}`);
          });
          lines.push(`${labelled(`${name}_bucket`, { ...labels, le: '+Inf' })} ${count}`);
          lines.push(`${labelled(`${name}_sum`, labels)} ${sum}`, `${labelled(`${name}_count`, labels)} ${count}`);
        }
      }
      for (const [name, { about, read }] of gauges) {
        head(name, 'gauge', about);
        lines.push(`${name} ${read()}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
