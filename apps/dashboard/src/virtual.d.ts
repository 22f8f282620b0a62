/** URLs of files, among them those that `build/files.ts` computes. */
declare module 'virtual:definitions' {
  const url: string;
  export default url;
}

declare module 'virtual:world-map' {
  const url: string;
  export default url;
}

declare module '*.json?url' {
  const address: string;
  export default address;
}

declare module '*.svg' {
  const address: string;
  export default address;
}

declare module '*.css?url' {
  const address: string;
  export default address;
}
