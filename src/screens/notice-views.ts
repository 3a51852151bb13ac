/** Screens without a form, which a visitor who signs in does not meet first; see bundles.ts. */
export { FailureDialog, FailurePage } from './failure-views.tsx';
export { Actions, barOf, NoticeView } from './notice.tsx';
export { TransitView } from './transit.tsx';
