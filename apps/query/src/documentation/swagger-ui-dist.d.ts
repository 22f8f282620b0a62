declare module 'swagger-ui-dist/absolute-path.js' {
  /** The directory that Swagger UI's files are in. */
  export default function getAbsoluteFSPath(): string;
}
