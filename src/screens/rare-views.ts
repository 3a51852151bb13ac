/** What most visits never see; see bundles.ts. */
export { ChoiceView } from './choice.tsx';
export { Confirm } from './confirm.tsx';
export { QrView } from './qr.tsx';
export { DownloadsView, FactsView, RecordsView } from './records.tsx';
export { takeFields } from './take-fields.ts';
