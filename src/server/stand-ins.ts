/** What stands in for outside services. */
import type { FastifyInstance } from 'fastify';
import type { Carrier } from './ports/carrier.ts';
import type { CloudSettings } from './settings-clouds.ts';
import type { WechatSettings } from './settings-wechat.ts';
import type { SimulatedProvider } from './third-party/wiring.ts';
import type { Database, RealNameProvider } from './types.ts';

/** Stand-ins for outside services, handed in by `npm start` so that `serve` never loads them. */
export interface Simulators {
  carrier(db: Database): Carrier;
  routes(db: Database): (app: FastifyInstance) => void;
  readonly realName?: RealNameProvider;
  /** Path, below this server's own address, and token of what stands in for the advertisement network. */
  readonly baidu?: { readonly path: string; readonly token: string };
  /** By id of provider. */
  readonly thirdParties?: Readonly<Record<string, SimulatedProvider>>;
  /** Settings that lead to what stands in for WeChat's platform, below an origin of this server. */
  wechat?(origin: string): WechatSettings;
  /** Path of the phone that scans a code of what stands in for WeChat: of a mini program's scene, or of what a picture holds. */
  wechatPhone?(code: { readonly scene: string } | { readonly qr: string }): string;
  /** Settings that lead to what stands in for the clouds, below an origin of this server. */
  clouds?(origin: string): Partial<CloudSettings>;
}
