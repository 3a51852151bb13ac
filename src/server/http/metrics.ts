/** Metrics on prom-client, in Prometheus' text format. Labels never hold an identifier or an address. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;

/** One value of a gauge with labels. */
export interface Reading {
  readonly labels: Labels;
  readonly value: number;
}

export interface Metrics {
  count(name: string, labels?: Labels, by?: number): void;
  /** Seconds into the buckets of a histogram. */
  observe(name: string, seconds: number, labels?: Labels): void;
  /** A value read when asked for. */
  gauge(name: string, about: string, read: () => number): void;
  /** Values by labels, read when asked for; none while they cannot be read. */
  gauges(name: string, about: string, labels: readonly string[], read: () => Promise<readonly Reading[]>): void;
  text(): Promise<string>;
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
  foyer_third_party_returns_total: 'Visitors that providers sent back, by provider, outcome and reason.',
  foyer_throttled_total: 'Requests refused by a limit.',
};

export interface MetricsOptions {
  /** Adds figures of the process: processor, memory, event loop, garbage collection. */
  readonly ofProcess?: boolean;
}

export function createMetrics({ ofProcess = false }: MetricsOptions = {}): Metrics {
  const register = new Registry();
  if (ofProcess) collectDefaultMetrics({ register });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();

  /** Made at the first use, with the labels of that. */
  function made<T>(all: Map<string, T>, name: string, make: () => T): T {
    const found = all.get(name) ?? make();
    all.set(name, found);
    return found;
  }
  const headOf = (name: string, labels: Labels) => ({
    name,
    help: ABOUT[name] ?? name,
    labelNames: Object.keys(labels),
    registers: [register],
  });

  return {
    count(name, labels = {}, by = 1) {
      made(counters, name, () => new Counter(headOf(name, labels))).inc(labels, by);
    },
    observe(name, seconds, labels = {}) {
      const make = (): Histogram => new Histogram({ ...headOf(name, labels), buckets: BUCKETS });
      made(histograms, name, make).observe(labels, seconds);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [register],
        collect() {
          this.set(read());
        },
      });
    },
    gauges(name, help, labelNames, read) {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [register],
        async collect() {
          const readings = await read().catch(() => []);
          this.reset();
          for (const { labels, value } of readings) this.set(labels, value);
        },
      });
    },
    text: () => register.metrics(),
  };
}
