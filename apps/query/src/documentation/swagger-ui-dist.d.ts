declare module 'swagger-ui-dist/absolute-path.js' {
  /** Returns the directory of Swagger UI's files. */
  export default function getAbsoluteFSPath(): string;
}
