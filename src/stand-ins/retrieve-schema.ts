import unreachable from './unreachable.ts';

export { retrieveSchema as default } from './flat-schema.ts';
export { unreachable as relaxOptionsForScoring, unreachable as resolveAllReferences };
