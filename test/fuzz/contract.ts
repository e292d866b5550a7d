// What the published contract says of each operation's input, as the generator needs it: parameters and body members
// with their schemas, references followed. Read from the OpenAPI document alone.

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: Schema;
}

export interface FuzzedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The members of the body; null where there is none. */
  readonly members: readonly Parameter[] | null;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

export function operationsOf(document: Document): FuzzedOperation[] {
  const follow = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : follow(document.components.schemas[name] ?? {});
  };
  // A stream has no end to wait for.
  const paths = Object.entries(document.paths).filter(([path]) => path !== '/v1/events/stream');
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const body = requestBody && follow(requestBody.content['application/json'].schema);
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters.flatMap((parameter) =>
          'schema' in parameter ? [{ ...parameter, schema: follow(parameter.schema) }] : [],
        ),
        members: body
          ? Object.entries(body.properties ?? {}).map(([name, schema]) => ({
              name,
              in: 'query' as const,
              schema: { ...follow(schema), ...(schema.items ? { items: follow(schema.items) } : {}) },
            }))
          : null,
      };
    }),
  );
}
