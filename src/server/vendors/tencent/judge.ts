/** Codes of Tencent's SMS and voice interfaces. */
import type { Attempt } from '../../ports/carrier.ts';
import { misconfigured, refused, retry, SENT } from '../cloud.ts';

/** What a code of Tencent's means, of one number or of the whole call. */
export function judge(code: string): Attempt {
  if (/^Ok$/i.test(code)) return SENT;
  if (/ThirtySecond|OneHour|DeliveryFrequency/.test(code)) return refused(code, 'frequently');
  if (/^LimitExceeded\..*Daily/.test(code)) return refused(code, 'limit');
  if (/Blacklist/i.test(code)) return refused(code, 'low-safe');
  if (
    /^AuthFailure|^Unauthorized|InsufficientBalance|IncorrectOrUnapproved|SdkAppId|NoSuchVersion|InvalidAction/i.test(
      code,
    )
  )
    return misconfigured(code);
  if (/^InternalError|^RequestLimitExceeded|^ResourceUnavailable|Timeout/i.test(code)) return retry(code);
  return refused(code);
}
