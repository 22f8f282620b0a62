/** URLs of files: those that Vite copies, and those that `build/files.ts` computes. */
/// <reference types="vite/client" />
declare module 'virtual:*' {
  const url: string;
  export default url;
}
