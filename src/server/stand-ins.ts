/** What stands in for outside services, handed in by `npm start` so that `serve` never loads it. */
import type { FastifyInstance } from 'fastify';
import type { Carrier } from './ports/carrier.ts';
import type { StandIn } from './ports/vendor.ts';
import type { SimulatedProvider } from './third-party/wiring.ts';
import type { Database, RealNameProvider } from './types.ts';

export interface Simulators {
  /** Makes the tables that they keep things in. */
  prepare(db: Database): Promise<void>;
  carrier(db: Database): Carrier;
  routes(db: Database): (app: FastifyInstance) => void;
  readonly realName?: RealNameProvider;
  /** By id of provider. */
  readonly thirdParties?: (provider: string, adapter: string) => SimulatedProvider | undefined;
  /** By name of vendor. */
  readonly vendors?: Readonly<Record<string, StandIn<object>>>;
}
