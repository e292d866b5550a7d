# The server and the workers of Miedza: packages and build in one stage, the program alone in the other.
FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
# Without scripts: the page is built below, when its source is there. No dependency has any.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# dist has the client within; the link to its workspace would lead nowhere in the other stage.
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm -r node_modules/@miedza

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
