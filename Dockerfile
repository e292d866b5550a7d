# The server and the workers of Miedza: packages and build in one stage, the program alone in the other.
FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 MIEDZA_DATA=/data
WORKDIR /app
COPY --from=build /build/package.json /build/openapi.json /build/CHANGELOG.md ./
COPY --from=build /build/bin bin
COPY --from=build /build/dist dist
COPY --from=build /build/node_modules node_modules
RUN install -d -o 1000 -g 1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "bin/miedza.js"]
CMD ["serve"]
