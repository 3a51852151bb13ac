/** `platform-status`: whether the line's platform is under maintenance, and until when, ms since 1970. */
import { maintenanceOf } from '../platform.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'platform-status'> = async (_request, context) => {
  const { normal = 0, maintenance = 1 } = context.line.enums.platformState ?? {};
  const found = await maintenanceOf(context.db, context.line.name, context.line.line.maintenance);
  if (!found) return { code: 200, data: { status: normal } };
  const { until } = found;
  return { code: 200, data: { status: maintenance, ...(until === undefined ? {} : { until: until.getTime() }) } };
};
