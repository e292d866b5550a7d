// The server as an OAuth 2 protected resource (RFC 9728): what it tells clients of its issuer, and how it reads the JWT
// access tokens of that issuer. Keys of the issuer are fetched when first needed and cached. It issues nothing.

import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { FAULTS } from '../contract/fault-sentences.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';

export interface OAuthSettings {
  readonly issuer: string;
  /** The `aud` a token must have; the address of /mcp unless the issuer names it otherwise. */
  readonly audience: string;
  /** Where the issuer's keys are; found by its metadata when null. */
  readonly jwks_url: string | null;
}

export interface Resource {
  /** Served at both well-known addresses. */
  readonly metadata: object;
  readonly metadata_url: string;
  /** Who the token speaks for, as `SUB@ISSUER`. Throws TokenError, or ServiceError when the issuer is out of reach. */
  subjectOf(token: string): Promise<string>;
}

/** The token is not good; the message is for the client. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** Signatures by a private key only: a shared secret could be made by whoever knows it. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_S = 30;
const ISSUER_TIMEOUT_MS = 5_000;
const MAX_SUBJECT_LENGTH = 200;

export function describeResource(settings: OAuthSettings, public_url: string): Resource {
  const { issuer, audience } = settings;
  const keysOf = once(() => findKeys(settings));
  return {
    metadata_url: new URL('/.well-known/oauth-protected-resource/mcp', public_url).href,
    metadata: {
      resource: new URL('/mcp', public_url).href,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Miedza: Polish land parcels',
      resource_documentation: new URL('/docs', public_url).href,
    },
    async subjectOf(token) {
      try {
        const { payload } = await jwtVerify(token, await keysOf(), {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ['sub', 'exp'],
        });
        const { sub } = payload;
        // The library promises text and checks only that the claim is there.
        if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_LENGTH)
          throw new TokenError('the subject is no text, empty or too long');
        return `${sub}@${issuer}`;
      } catch (error) {
        if (error instanceof TokenError) throw error;
        if (isTokenFault(error)) throw new TokenError(error.message);
        throw new ServiceError('source_unavailable', FAULTS.issuerUnreadable);
      }
    },
  };
}

/** What is the token's fault and not the issuer's. */
const isTokenFault = (error: unknown): error is Error =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported;

async function findKeys({ issuer, jwks_url }: OAuthSettings): Promise<JWTVerifyGetKey> {
  const url = jwks_url ?? (await discoverKeys(issuer));
  return createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS });
}

/** By RFC 8414, where the well-known part goes before the path, or OpenID Connect, where it comes after. */
async function discoverKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const response = await fetch(place, { signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS) });
    if (!response.ok) continue;
    const found = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (found.issuer === issuer && typeof found.jwks_uri === 'string') return found.jwks_uri;
  }
  throw new Error(`the issuer ${issuer} publishes no metadata with its own name and jwks_uri`);
}

/** The same promise for all callers; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
