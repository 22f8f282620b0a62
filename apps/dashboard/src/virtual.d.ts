/** What `build/modules.ts` computes. */
declare module 'virtual:definitions' {
  const definitions: import('./words/definitions.ts').Definitions;
  export default definitions;
}

declare module 'virtual:world-map' {
  const map: { width: number; height: number; paths: Readonly<Record<string, string>> };
  export default map;
}
