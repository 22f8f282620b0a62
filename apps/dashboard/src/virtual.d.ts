/** The addresses of what `build/files.ts` computes. */
declare module 'virtual:definitions' {
  const url: string;
  export default url;
}

declare module 'virtual:world-map' {
  const url: string;
  export default url;
}

declare module '*.svg' {
  const address: string;
  export default address;
}
