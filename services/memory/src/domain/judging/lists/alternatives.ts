/**
 * Alternatives by category, written for this project (CC0). In `terms`, a comma separates things, a bar the spellings
 * of one thing, and a tilde marks everyday words, which count only where they are written as names. A thing may stand
 * in several categories. Of two things in one category, one text on a purpose names the one it takes.
 */
interface AlternativeList {
  readonly name: string;
  readonly labels: string;
  readonly terms: string;
  readonly isExclusive: boolean;
}

export const ALTERNATIVES: readonly AlternativeList[] = [
  // Storage and data
  list(
    'database',
    'database db datastore store sql relational server',
    `postgres|postgresql|pg, mysql, mariadb, sqlite|sqlite3, mongodb|mongo, dynamodb, cassandra, scylladb, cockroachdb|cockroach,
    ~oracle, mssql|sql server|microsoft sql server, firestore, firebase, couchdb, couchbase, duckdb, clickhouse, neo4j, arangodb, surrealdb,
    fauna|faunadb, planetscale, supabase, tidb, yugabytedb|yugabyte, ~aurora, cosmosdb|cosmos db, influxdb, timescaledb, ~questdb,
    rethinkdb, ravendb, edgedb, libsql, turso, ~neon, leveldb, rocksdb, lmdb, ~realm, indexeddb, foundationdb, vitess, bigtable, hbase, redis`,
  ),
  list(
    'cache',
    'cache caching',
    'redis, memcached|memcache, valkey, hazelcast, keydb, dragonfly|dragonflydb, varnish, ehcache, ~caffeine, infinispan, aerospike',
  ),
  list(
    'queue',
    'queue message messaging broker bus event stream background job task worker',
    `kafka|apache kafka, rabbitmq, sqs, sns, nats, activemq, pulsar|apache pulsar, celery, bullmq, kinesis, pubsub|pub sub, zeromq, redpanda,
    sidekiq, resque, delayed job, good job, ~que, rq, dramatiq, huey, ~arq, hangfire, beanstalkd, eventbridge, service bus, mosquitto, graphile worker,
    pg boss, bee queue, faktory, oban, nsq, ibm mq, mqtt, amqp, solid queue, ~agenda`,
  ),
  list(
    'search engine',
    'search engine index full text',
    'elasticsearch|elastic search|elastic, opensearch, solr|apache solr, meilisearch, typesense, algolia, ~lucene, ~sphinx, manticore, vespa, quickwit, tantivy',
  ),
  list(
    'vector store',
    'vector store embedding database index',
    'pinecone, qdrant, weaviate, milvus, chroma|chromadb, pgvector, faiss, lancedb, vespa, vald, marqo, turbopuffer, hnswlib, ~annoy, elasticsearch, opensearch, redis',
  ),
  list(
    'warehouse',
    'data warehouse analytics lake',
    'snowflake, bigquery, redshift, databricks, synapse, teradata, clickhouse, vertica, athena, firebolt, motherduck',
  ),
  list(
    'pipelines',
    'workflow orchestration scheduler pipeline etl data',
    'airflow|apache airflow, dagster, ~prefect, luigi, argo workflows, ~temporal, kedro, mage, nifi, step functions, ~cadence, camunda, zeebe, ~conductor, windmill, kestra, n8n, zapier, make.com',
  ),
  list(
    'processing',
    'data processing stream batch dataframe',
    'spark|apache spark, flink|apache flink, ~beam|apache beam, hadoop, ~storm, dask, ~ray, pandas, polars, modin, vaex, trino, ~presto, ~hive',
  ),
  list('transformations', 'transformation sql model', 'dbt, dataform, sqlmesh, ~coalesce'),
  list(
    'file format',
    'format file response body payload serialise serialisation export message data column',
    'json, xml, yaml|yml, toml, protobuf|protocol buffers|protobufs, csv, avro, msgpack|messagepack, parquet, orc, ~arrow, ndjson|jsonl, ini, hocon, cbor, bson, thrift, flatbuffers, tsv, plain text, html, markdown, pdf, xlsx|excel, problem+json|problem json, edn, json5',
  ),
  list(
    'object storage',
    'bucket blob object storage file upload store',
    's3|amazon s3, gcs|google cloud storage, azure blob|azure blob storage|blob storage, minio, backblaze|backblaze b2, r2|cloudflare r2, ceph, wasabi, seaweedfs, local disk|local filesystem|local file system, nfs, efs, a bucket|bucket|object storage',
  ),
  list('image format', 'image picture format', 'png, jpeg|jpg, webp, avif, gif, svg, heic, tiff, bmp'),
  // Build, packages, tests
  list('package manager', 'package manager install dependency workspace', 'npm, yarn, pnpm, bun', true),
  list(
    'python packages',
    'package manager install dependency virtual environment python manage',
    'pip, poetry, uv, conda, pipenv, pdm, hatch, rye, mamba, pip tools, pixi',
    true,
  ),
  list('ruby packages', 'gem', 'bundler, rubygems'),
  list('php packages', 'package', '~composer, pear'),
  list(
    'bundler',
    'bundle bundler build web app',
    'webpack, vite, rollup, parcel, esbuild, turbopack, rspack, browserify, snowpack, rolldown, tsup, microbundle, ~metro, swc, ~farm',
  ),
  list(
    'build system',
    'build system tool',
    'bazel, cmake, gradle, maven, sbt, buck|buck2, ~ant, meson, ninja, scons, pants, gulp, grunt, nx, turborepo, lerna, ~rush, ~moon, ~make|makefile|makefiles|gnu make, ~just|justfile, taskfile, rake, leiningen, ~mill, xmake, premake, autotools, msbuild, npm scripts, ~earthly, ~dagger, ~please',
  ),
  list(
    'unit tests',
    'unit test testing runner framework',
    'jest, vitest, mocha, jasmine, ~ava, qunit, ~tape, node:test|node test, karma, ~tap, uvu',
  ),
  list(
    'e2e',
    'end to end e2e browser test testing automation',
    'cypress, playwright, selenium, puppeteer, testcafe, webdriverio, nightwatch, ~taiko, robot framework, capybara, detox, maestro, appium',
  ),
  list('python tests', 'test testing unit framework', 'pytest, unittest, nose, nose2, doctest'),
  list('java tests', 'test testing unit', 'junit, testng, spock, kotest'),
  list('ruby tests', 'test testing unit', 'rspec, minitest'),
  list('dotnet tests', 'test testing unit', 'xunit, nunit, mstest'),
  list(
    'mocks',
    'mock mocking',
    'mockito, easymock, powermock, mockk, sinon, testdouble, nock, msw, moq, nsubstitute, wiremock',
  ),
  list(
    'load tests',
    'load performance test',
    'k6, locust, jmeter, gatling, artillery, wrk, autocannon, vegeta, ab, ~hey',
  ),
  list('component explorer', 'component story', 'storybook, ladle, histoire, styleguidist'),
  list(
    'ci',
    'ci continuous integration pipeline build cd',
    'jenkins, circleci|circle ci, travis|travis ci, buildkite, teamcity, ~drone|drone ci, bamboo, github actions|gh actions, gitlab ci|gitlab ci cd|gitlab pipelines, azure pipelines|azure devops, woodpecker, ~semaphore, ~concourse, tekton, bitbucket pipelines, codefresh, appveyor, cirrus ci, google cloud build|cloud build, codebuild, ~harness, gocd',
  ),
  list(
    'gitops',
    'deploy deployment gitops continuous delivery',
    'argocd|argo cd, ~flux|fluxcd, ~spinnaker, helm, kustomize, capistrano, octopus deploy, jenkins x, kamal, waypoint, skaffold, tanka, jsonnet, ~fabric, ansible, docker compose',
  ),
  list(
    'infrastructure',
    'infrastructure code provision',
    'terraform, pulumi, cloudformation, ansible, cdk|aws cdk, opentofu, ~chef, ~puppet, saltstack, crossplane, bicep, cdktf, serverless framework, sst, sam, vagrant',
  ),
  // Running
  list(
    'cloud',
    'cloud host hosting hosted deploy run website site app provider',
    'aws|amazon web services, azure|microsoft azure, gcp|google cloud, heroku, vercel, netlify, cloudflare|cloudflare pages|cloudflare workers, digitalocean|digital ocean, ~fly|fly.io|fly io, ~render|render.com, railway, hetzner, linode, ovh|ovhcloud, scaleway, ibm cloud, oracle cloud, github pages, gitlab pages, firebase hosting, ~surge, vultr, on premises|on premise|on prem|our own hardware|own servers, ~amplify, lambda|aws lambda, ecs|aws ecs, app engine, cloud run, elastic beanstalk',
  ),
  list(
    'orchestrator',
    'container orchestrat cluster run deploy',
    'kubernetes|k8s, nomad, ecs, docker swarm|swarm, mesos, openshift, eks, gke, aks, k3s, rancher, fargate, docker compose, systemd',
  ),
  list(
    'container',
    'container image runtime',
    'docker, podman, containerd, lxc, buildah, kaniko, cri-o, singularity, apptainer',
  ),
  list(
    'proxy',
    'proxy reverse web server gateway load balancer ingress api',
    'nginx, apache|apache httpd|httpd, caddy, traefik, haproxy, envoy, ~kong, iis, lighttpd, tyk, apigee, aws api gateway|api gateway, krakend, zuul, spring cloud gateway, istio, linkerd, ambassador, contour',
  ),
  list(
    'app server',
    'server wsgi run',
    'gunicorn, uwsgi, uvicorn, hypercorn, daphne, waitress, ~puma, ~unicorn, ~passenger, tomcat, jetty, undertow, wildfly, pm2',
  ),
  list(
    'operating system',
    'operating system os base image server machine run',
    'linux, windows, macos|mac os|os x, ubuntu, debian, alpine, fedora, centos, rhel|red hat, arch linux, nixos, freebsd, distroless, amazon linux, rocky linux, suse|opensuse',
  ),
  list(
    'secrets',
    'secret credential keep store manager',
    'vault|hashicorp vault, doppler, sops, infisical, aws secrets manager|secrets manager, ssm|parameter store, 1password, bitwarden, lastpass, keepass, gcp secret manager|google secret manager, azure key vault|key vault, sealed secrets, external secrets, environment variables|env vars|env files|dotenv, github secrets, keychain, berglas, ~chamber',
  ),
  // Observability
  list(
    'logs',
    'log logging ship sent aggregation',
    'loki, splunk, datadog, kibana, graylog, papertrail, elasticsearch, logstash, fluentd, cloudwatch|cloudwatch logs, logtail|better stack, sumo logic, stackdriver|cloud logging, ~vector, ~seq, loggly, logz.io, syslog, journald, opensearch, victorialogs',
  ),
  list(
    'logger',
    'log logging logger library',
    'pino, winston, bunyan, log4js, loguru, structlog, logback, log4j, slf4j, zap, zerolog, logrus, ~slog, serilog, nlog, ~tracing, env_logger, consola, ~signale',
  ),
  list(
    'metrics',
    'metric monitoring collect',
    'prometheus, newrelic|new relic, datadog, nagios, zabbix, victoriametrics, graphite, statsd, influxdb, dynatrace, appdynamics, cloudwatch, netdata, checkmk, icinga, thanos, mimir, telegraf, sensu',
  ),
  list(
    'dashboards',
    'dashboard show chart',
    'grafana, kibana, metabase, ~looker, tableau, superset, power bi|powerbi, redash, datadog, qlik, chronograf, quicksight, ~mode, lightdash',
  ),
  list(
    'tracing',
    'trace tracing distributed',
    'jaeger, zipkin, ~tempo, honeycomb, lightstep, x-ray|aws x-ray, signoz, datadog, skywalking',
  ),
  list(
    'error tracking',
    'error exception tracking crash report track',
    'sentry, bugsnag, rollbar, airbrake, honeybadger, raygun, glitchtip, crashlytics, appsignal, trackjs',
  ),
  list(
    'alerts',
    'alert on-call paging oncall incident',
    'pagerduty, opsgenie, victorops|splunk on-call, alertmanager, incident.io, squadcast, xmatters, grafana oncall, firehydrant, rootly',
  ),
  list(
    'uptime',
    'uptime status monitor',
    'pingdom, uptimerobot, statuspage, statuscake, better uptime, healthchecks.io, uptime kuma, checkly',
  ),
  list(
    'analytics',
    'analytics product web tracking event',
    'google analytics|ga4, mixpanel, amplitude, plausible, matomo, posthog, ~segment, ~heap, ~umami, ~fathom, snowplow, rudderstack, adobe analytics, simple analytics, pirsch, pendo',
  ),
  // Code
  list(
    'language',
    'language write written code program script implement',
    'typescript|ts, javascript|js, python|py, ruby, java, kotlin, swift, ~go|golang, ~rust, php, scala, elixir, c#|csharp|c sharp, c++|cpp, objective-c|objective c, haskell, clojure, perl, ~dart, lua, erlang, ocaml, f#, zig, ~nim, ~crystal, julia, groovy, bash|shell|shell script, powershell, ~r, fortran, cobol, coffeescript, elm, purescript, rescript, solidity, visual basic, delphi',
  ),
  list(
    'frontend',
    'frontend framework ui library component web app',
    'react|reactjs, vue|vuejs|vue.js, angular, svelte, ~solid|solidjs, ember, preact, ~lit, alpinejs|alpine.js, backbone, jquery, htmx, stimulus, qwik, angularjs, mithril, inferno, blazor, elm, knockout, ~polymer, marko, riot',
  ),
  list(
    'meta framework',
    'framework site web app server',
    'nextjs|next.js|next js, nuxt|nuxt.js|nuxtjs, remix, gatsby, astro, sveltekit, redwood|redwoodjs, qwik city, tanstack start, ~fresh, ~blitz, solidstart, ~analog',
  ),
  list(
    'static site',
    'static site generator blog documentation docs website generate',
    'hugo, jekyll, eleventy|11ty, hexo, docusaurus, mkdocs, ~sphinx, vuepress, vitepress, gatsby, astro, pelican, zola, middleman, gitbook, docsify, readthedocs|read the docs, starlight, mdbook, antora',
  ),
  list(
    'state',
    'state management store frontend',
    'redux|redux toolkit, zustand, mobx, recoil, jotai, pinia, vuex, xstate, ngrx, valtio, nanostores, effector, akita, riverpod, ~bloc, ~signals, react context|context api',
  ),
  list(
    'data fetching',
    'data fetching query server state',
    'react query|tanstack query, swr, apollo|apollo client, urql, ~relay, rtk query, trpc',
  ),
  list('forms', 'form', 'react hook form, formik, final form, vee-validate, tanstack form, felte'),
  list(
    'node server',
    'server framework http api web node backend run',
    '~express|expressjs|express.js, fastify, koa, hapi, nest|nestjs, hono, adonis|adonisjs, feathers, sails, restify, polka, elysia, loopback, meteor, strapi',
  ),
  list(
    'python web',
    'server framework http api web backend python',
    'django, flask, fastapi, tornado, ~pyramid, sanic, starlette, ~bottle, aiohttp, ~falcon, litestar, quart, cherrypy',
  ),
  list(
    'java web',
    'server framework http api web backend',
    '~spring|spring boot, quarkus, micronaut, dropwizard, vert.x, helidon, javalin, ~play|play framework, jakarta ee, grails, ktor',
  ),
  list('go web', 'server framework http router', '~gin, ~echo, ~fiber, ~chi, gorilla mux, net/http, beego'),
  list('rust web', 'server framework http web', '~actix|actix web, axum, ~rocket, ~warp, poem, ~tide'),
  list(
    'php web',
    'framework web',
    'laravel, symfony, codeigniter, cakephp, yii, zend|laminas, ~slim, ~lumen, wordpress, drupal',
  ),
  list('ruby web', 'framework web', 'rails|ruby on rails, sinatra, ~hanami, padrino, grape'),
  list(
    'mobile',
    'mobile app application native write build',
    'flutter, react native, ionic, xamarin, cordova, nativescript, capacitor, expo, kotlin multiplatform|kmp, swiftui, jetpack compose, .net maui|maui, uikit, phonegap',
  ),
  list(
    'desktop',
    'desktop app application',
    'electron, tauri, qt, gtk, wpf, winforms, javafx, avalonia, neutralino, ~swing, wails, winui',
  ),
  list(
    'game engine',
    'game engine build',
    'unity, unreal|unreal engine, godot, bevy, gamemaker, phaser, pygame, defold, cocos2d, babylon.js, three.js, playcanvas, cryengine',
  ),
  list(
    'css',
    'css style styling component ui',
    'tailwind|tailwindcss|tailwind css, bootstrap, sass|scss, ~less, ~emotion, styled-components|styled components, bulma, css modules, vanilla extract, stylus, unocss, ~stitches, plain css, inline styles, linaria, material ui|mui, chakra|chakra ui, ant design|antd, mantine, shadcn|shadcn/ui, radix, ~foundation, semantic ui, postcss, windi css, panda css, stylex',
  ),
  list(
    'charts',
    'chart plot graph draw visualisation diagram',
    'd3|d3.js, echarts, chart.js|chartjs, highcharts, plotly, recharts, vega|vega-lite, nivo, apexcharts, ~victory, matplotlib, seaborn, bokeh, altair, ggplot2, visx, uplot, amcharts, observable plot',
  ),
  list(
    'diagrams',
    'diagram draw',
    'mermaid, plantuml, draw.io|drawio|diagrams.net, excalidraw, lucidchart, graphviz, d2, structurizr, visio',
  ),
  list('maps', 'map', 'leaflet, mapbox, openlayers, google maps, maplibre, deck.gl, cesium, here maps'),
  list(
    'dates',
    'date time library handle',
    'moment|moment.js|momentjs, date-fns, luxon, dayjs|day.js, temporal api, js-joda, joda time, java.time, ~arrow, pendulum, chrono',
  ),
  list(
    'http client',
    'http request client fetch',
    'axios, ~got, ky, node-fetch, undici, superagent, native fetch|the fetch api|fetch api, ofetch, wretch, httpx, aiohttp, urllib|urllib3, okhttp, retrofit, feign, guzzle, faraday, httparty, resttemplate, webclient, reqwest, ~hyper',
  ),
  list(
    'orm',
    'orm database access query builder model',
    'prisma, drizzle, typeorm, sequelize, knex|knex.js, hibernate, sqlalchemy, mikroorm|mikro-orm, ~objection, kysely, mongoose, active record|activerecord, entity framework|ef core, dapper, gorm, sqlx, diesel, django orm, peewee, tortoise, jooq, mybatis, ebean, ~exposed, eloquent, doctrine, bookshelf, slonik, sqlc, ecto, sea-orm|seaorm, raw sql|plain sql|hand-written sql, ponyorm, jpa, jdbc',
  ),
  list(
    'migrations',
    'migration schema database',
    'flyway, liquibase, alembic, sqitch, dbmate, ~goose, golang-migrate, umzug, ~atlas, knex, prisma migrate, db-migrate, node-pg-migrate',
  ),
  list(
    'linter',
    'lint linter linting',
    'eslint, biome, tslint, oxlint, jshint, jslint, xo, standardjs|standard.js',
  ),
  list(
    'python linter',
    'lint linter linting python',
    'ruff, pylint, flake8, pyflakes, pycodestyle, prospector',
  ),
  list('python types', 'type check checker python', 'mypy, pyright, pyre, pytype, basedpyright, ty'),
  list(
    'formatter',
    'format formatter formatting code',
    'prettier, ~black, ruff, yapf, gofmt, biome, dprint, rustfmt, clang-format, autopep8, google-java-format, spotless, ktlint, standardjs, gofumpt, goimports',
  ),
  list(
    'validation',
    'validate validation schema request',
    'zod, yup, joi, ajv, valibot, class-validator, superstruct, io-ts, arktype, typebox, pydantic, marshmallow, cerberus, attrs, json schema, effect schema, vest, runtypes',
  ),
  list(
    'docs',
    'api documentation docs generate',
    'typedoc, jsdoc, doxygen, javadoc, swagger|swagger ui, redoc, ~scalar, stoplight, ~slate, api blueprint, raml, godoc, rustdoc, ~yard, pdoc',
  ),
  list(
    'docstring style',
    'docstring style documentation comment format',
    '~google|google style, numpy|numpy style, sphinx style|restructuredtext|rest style, epytext',
  ),
  list(
    'editor',
    'editor ide',
    'vscode|vs code|visual studio code, neovim|nvim, vim, emacs, intellij|intellij idea, webstorm, pycharm, ~sublime|sublime text, ~atom, ~zed, ~cursor, eclipse, xcode, android studio, visual studio, goland, rider, ~helix, ~nano, notepad++, phpstorm, windsurf, ~fleet, netbeans, rubymine, clion',
  ),
  list('shell', 'shell terminal prompt', 'bash, zsh, ~fish, powershell, nushell, ksh, tcsh, ~dash, xonsh'),
  list(
    'terminal',
    'terminal emulator',
    'iterm|iterm2, alacritty, ~kitty, wezterm, ghostty, ~warp, ~hyper, windows terminal, gnome terminal, konsole',
  ),
  list(
    'browser',
    'browser',
    'chrome|google chrome, firefox, safari, ~edge|microsoft edge, ~opera, ~brave, ~arc, vivaldi, internet explorer',
  ),
  list(
    'version control',
    'version control',
    'git, svn|subversion, mercurial|hg, perforce, fossil, jujutsu|jj, plastic scm, bazaar, cvs',
  ),
  list(
    'code host',
    'code host hosting repository source',
    'github, gitlab, bitbucket, gitea, codeberg, forgejo, sourcehut, azure repos, gerrit, gogs',
  ),
  // Services
  list(
    'api style',
    'api style interface talk protocol endpoint communicate service',
    '~rest|restful|rest api, graphql, grpc, soap, trpc, websocket|websockets|web sockets, json-rpc|jsonrpc, odata, thrift, server-sent events|sse, long polling, webhooks, xml-rpc, polling',
  ),
  list(
    'auth provider',
    'auth authentication login identity provider sso user',
    'auth0, okta, keycloak, cognito, clerk, firebase auth, supabase auth, nextauth|next-auth|auth.js, ~passport, ory|ory kratos, zitadel, authentik, fusionauth, workos, stytch, azure ad|entra id, onelogin, lucia, better auth, authelia, ~dex, devise',
  ),
  list(
    'auth method',
    'auth authentication login log in sign user session',
    'oauth|oauth2|oauth 2.0, saml, jwt|jwts|json web tokens, basic auth|basic authentication, api keys|api key, mtls|mutual tls, session cookies|session cookie|cookies, ldap, kerberos, passkeys|passkey|webauthn, magic links|magic link, passwords|password, opaque tokens, hmac, server sessions|server-side sessions',
  ),
  list(
    'payments',
    'payment provider pay billing checkout process',
    'stripe, paypal, adyen, braintree, ~square, mollie, paddle, klarna, razorpay, lemon squeezy|lemonsqueezy, worldpay, authorize.net, checkout.com, gocardless, chargebee, recurly, payu',
  ),
  list(
    'email service',
    'email mail send transactional newsletter',
    'ses|amazon ses|aws ses, sendgrid, mailgun, postmark, mailchimp, resend, sparkpost, brevo|sendinblue, mandrill, mailjet, smtp, ~loops, customer.io, sendmail, postfix, gmail',
  ),
  list('sms', 'sms text message', 'twilio, vonage|nexmo, messagebird, plivo, sinch, sns'),
  list(
    'feature flags',
    'feature flag toggle',
    'launchdarkly, unleash, flagsmith, configcat, ~split|split.io, growthbook, statsig, optimizely, posthog, flipt, flipper, devcycle, firebase remote config',
  ),
  list(
    'cdn',
    'cdn content delivery',
    'cloudflare, fastly, akamai, cloudfront, bunny|bunnycdn, keycdn, jsdelivr, imgix, cloudinary, stackpath',
  ),
  list(
    'cms',
    'cms content',
    'contentful, ~sanity, strapi, wordpress, drupal, ~ghost, prismic, directus, ~payload|payload cms, storyblok, contentstack, keystone, typo3, hygraph, dato|datocms, decap, tina|tinacms, butter',
  ),
  list(
    'shop',
    'shop store ecommerce e-commerce',
    'shopify, woocommerce, magento, bigcommerce, medusa, saleor, commercetools, shopware, prestashop, sylius, vendure',
  ),
  list(
    'chat',
    'chat team channel messenger message communicate announce',
    'slack, ~teams|microsoft teams|ms teams, discord, mattermost, rocket.chat, zulip, google chat, telegram, whatsapp, irc, ~matrix|element, ~basecamp',
  ),
  list('calls', 'meeting video call', '~zoom, google meet, webex, jitsi, skype, whereby, facetime, ~teams'),
  list(
    'tickets',
    'ticket issue track tracker task backlog project board bug',
    'jira, ~linear, trello, asana, github issues, gitlab issues, youtrack, redmine, ~shortcut, clickup, monday.com, bugzilla, ~basecamp, ~height, plane, azure boards, github projects, phabricator, openproject, zendesk, freshdesk, intercom',
  ),
  list(
    'wiki',
    'wiki documentation docs note knowledge live kept',
    'confluence, ~notion, google docs, obsidian, mediawiki, ~outline, slab, gitbook, sharepoint, onenote, evernote, roam, logseq, coda, bookstack, xwiki, nuclino, guru, github wiki',
  ),
  list(
    'design',
    'design file mockup wireframe prototype',
    'figma, ~sketch, adobe xd, invision, penpot, framer, zeplin, balsamiq, photoshop, canva, illustrator, affinity designer, axure, ~principle',
  ),
  list(
    'dependency updates',
    'dependency update bot upgrade',
    'dependabot, renovate, snyk, greenkeeper, depfu, pyup',
  ),
  list(
    'code quality',
    'code quality scan coverage security static analysis',
    'sonarqube|sonarcloud, codeclimate|code climate, codecov, coveralls, codacy, snyk, veracode, checkmarx, semgrep, codeql, trivy, grype, clair, dependency-track, deepsource',
  ),
  list(
    'llm',
    'llm language model ai embedding provider assistant generate',
    'openai, anthropic|claude, gemini|google gemini, cohere, mistral, llama, deepseek, bedrock|aws bedrock, azure openai, ollama, vllm, groq, ~together|together.ai, voyage|voyage ai, jina|jina ai, gpt-4|gpt4, gpt-4o, gpt-3.5, gpt-5, qwen, grok, hugging face|huggingface, llama.cpp, lm studio, replicate, nomic, chatgpt, copilot|github copilot, perplexity',
  ),
  list(
    'llm framework',
    'llm agent framework chain rag',
    'langchain, llamaindex|llama index, haystack, langgraph, autogen, crewai, semantic kernel, dspy, vercel ai sdk|ai sdk, mastra, pydantic ai, smolagents',
  ),
  list(
    'machine learning',
    'machine learning deep neural network train training model framework',
    'pytorch|torch, tensorflow, keras, jax, mxnet, scikit-learn|sklearn, xgboost, lightgbm, catboost, flax, paddlepaddle, caffe, theano, onnx, tflite',
  ),
  list(
    'experiments',
    'experiment tracking',
    'mlflow, weights and biases|wandb|w&b, neptune, ~comet, clearml, tensorboard, ~aim, dvc',
  ),
  list(
    'password hash',
    'password hash algorithm',
    'bcrypt, argon2|argon2id|argon2i, scrypt, pbkdf2, md5, sha1|sha-1, sha256|sha-256|sha2, sha512|sha-512, blake2|blake2b, blake3, crc32, xxhash',
  ),
  list(
    'cipher',
    'encrypt encryption cipher',
    'aes-256|aes256|aes-256-gcm, aes-128|aes128, chacha20|chacha20-poly1305, rsa, 3des, ed25519, ecdsa, blowfish, pgp|gpg, ~age',
  ),
  list(
    'compression',
    'compress compression',
    'gzip, brotli, zstd|zstandard, lz4, snappy, deflate, bzip2, xz, lzma, no compression',
  ),
  list(
    'licence',
    'licence license',
    'mit|mit licence|mit license, apache-2.0|apache 2.0|apache license, gpl|gplv3|gpl-3.0|gplv2, lgpl, agpl|agplv3, bsd|bsd-3-clause, mpl|mpl-2.0, unlicense, cc0, isc, proprietary, bsl|business source license, elastic license',
  ),
  list(
    'runtime',
    'runtime run server',
    'node|nodejs|node.js, deno, bun, jvm, graalvm, wasmtime, pypy, cpython, dotnet|.net|.net core',
  ),
  list(
    'architecture',
    'architecture system style',
    'microservices|microservice architecture, monolith|modular monolith, serverless, event-driven, hexagonal|hexagonal architecture|ports and adapters, layered architecture, clean architecture, mvc, mvvm, cqrs, event sourcing',
  ),
  list(
    'repository layout',
    'repository repo layout',
    'monorepo|one repository|a single repository|one monorepo, polyrepo|multi-repo|separate repositories|own repository|one repository per service',
  ),
  // Conventions
  list(
    'identifier case',
    'case key name field column naming variable write',
    'camelcase|camel case, snake_case|snake case, kebab-case|kebab case, pascalcase|pascal case, screaming_snake_case|upper snake case|upper case|uppercase, lowercase|lower case',
  ),
  list(
    'indentation',
    'indent indentation code',
    'tabs|tab|hard tabs, spaces|space|two spaces|2 spaces|four spaces|4 spaces',
    true,
  ),
  list(
    'quotes',
    'quote string code',
    'single quotes|single quote, double quotes|double quote, backticks|backtick',
  ),
  list('line endings', 'line ending end', 'lf|unix line endings, crlf|windows line endings', true),
  list(
    'ids',
    'primary key id identifier generate',
    'uuid|uuids|uuidv4|uuid v4, uuidv7|uuid v7|uuidv7s, ulid|ulids, nanoid|nanoids, snowflake ids|snowflake id, auto-increment|auto increment|autoincrement|auto-increment integers|auto-incrementing integers|serial|serial ids|sequential integers|bigserial|bigint|integers|ints, cuid|cuids|cuid2, natural keys, hashes',
  ),
  list(
    'merging',
    'merge pull request branch history',
    'rebase|rebasing, squash|squash merge|squash merging|squash merges, merge commits|merge commit|merge commits only, fast-forward|fast forward',
  ),
  list(
    'branching',
    'branch branching model workflow',
    'trunk-based|trunk based development|trunk-based development, gitflow|git flow, github flow, release branches',
  ),
  list(
    'commit format',
    'commit message format follow',
    'conventional commits|conventional commit|the conventional format, gitmoji, the ticket number|ticket number|ticket id|the ticket id|issue number, imperative mood, past tense',
  ),
  list(
    'time zone',
    'time zone timezone date timestamp show display store run local',
    'utc|gmt, local time|local time zone|local timezone|cet, europe/berlin, europe/london, europe/paris, europe/madrid, europe/rome, america/new_york, america/los_angeles, america/chicago, america/sao_paulo, asia/tokyo, asia/kolkata, asia/shanghai, asia/singapore, australia/sydney, pst|pacific time, est|eastern time, ist',
  ),
  list(
    'date format',
    'date format write',
    'iso 8601|iso dates|iso format|iso-8601, dd.mm.yyyy, mm/dd/yyyy, dd/mm/yyyy, yyyy-mm-dd, unix timestamps|unix timestamp|epoch seconds|epoch milliseconds, rfc 2822|rfc 3339',
  ),
  list('number', 'name', 'singular, plural'),
  list(
    'pagination',
    'pagination page paginate',
    'cursors|cursor|cursor-based|cursor based|cursor pagination, offsets|offset|offset-based|limit and offset|offset and limit, page numbers|page number|numbered pages, infinite scroll|infinite scrolling, keyset|keyset pagination',
  ),
  list(
    'rendering',
    'render rendering happen page',
    'server|server side|server-side|ssr, client|browser|client side|client-side|csr, static generation|ssg, ~edge',
  ),
  list(
    'api versioning',
    'api version versioned',
    'url path|path|url|the url, header|headers|a header, query parameter|query string, media type|accept header',
  ),
  list(
    'money',
    'money amount store price',
    'integers in cents|cents|integer cents|minor units, decimals|decimal|decimals in dollars|major units, floats|float|floating point',
  ),
  list('locking', 'lock locking', 'optimistic|optimistic locking, pessimistic|pessimistic locking'),
  list(
    'deletion',
    'delete deletion record row',
    'soft|soft delete|soft deletes|soft deletion|logically, hard|hard delete|hard deletes|physically|permanently',
  ),
  list(
    'style of code',
    'programming style code write',
    'functional|functional style, object-oriented|object oriented|oop, procedural, imperative',
  ),
  list('css layout', 'layout', 'flexbox, css grid|grid, floats'),
  list('exports', 'export module', 'default exports|default export, named exports|named export'),
  list(
    'modules',
    'module system import',
    'commonjs|common js|cjs, es modules|esm|ecmascript modules, amd, umd',
  ),
  list(
    'async style',
    'asynchronous async code',
    'promises|promise chains|then chains, async/await|async await, callbacks|callback, observables',
  ),
  list(
    'theme',
    'theme mode ui default interface prefer',
    'dark|dark mode|dark theme|dark themes, light|light mode|light theme|light themes',
  ),
  list(
    'colour',
    'colour color brand accent primary',
    'blue, green, red, yellow, orange, purple|violet, pink, black, white, grey|gray, brown, teal, turquoise, magenta, cyan, navy, gold, beige',
  ),
  list(
    'natural language',
    'language write written speak answer reply comment name message translate documentation text ui',
    'english, german, french, spanish, italian, portuguese, dutch, polish, russian, ukrainian, turkish, arabic, hebrew, hindi, chinese|mandarin, japanese, korean, swedish, norwegian, danish, finnish, czech, greek, hungarian, romanian, vietnamese, thai, indonesian',
  ),
  list('spelling', 'spelling english', 'british|british english|uk, american|american english|us'),
  list('units', 'unit', 'metric, imperial'),
  list(
    'form of address',
    'address tone',
    'informally|informal|casually|first name|by first name, formally|formal|last name|by last name',
  ),
  list(
    'length of answers',
    'length',
    'short|brief|concise|terse, detailed|long|verbose|in-depth|thorough|comprehensive',
  ),
  list(
    'side',
    'position side placed',
    'left|left side|left-hand side, right|right side|right-hand side, top, bottom, centre|center',
  ),
  list(
    'part of day',
    'time work',
    'morning|mornings, afternoon|afternoons, evening|evenings, night|nights|at night',
  ),
  list('clock format', 'clock time format', '12-hour|12-hour clock|12 hour, 24-hour|24-hour clock|24 hour'),
  list(
    'currency',
    'currency price bill charge invoice',
    'euros|euro|eur, dollars|dollar|usd|us dollars, pounds|gbp|pound sterling, yen|jpy, francs|chf, rupees|inr, kronor|sek',
  ),
  list(
    'weight of rule',
    'required',
    'mandatory|required|compulsory|obligatory, optional|voluntary|not required|not mandatory',
  ),
  list(
    'fate',
    'unknown input field',
    'ignored|ignore|ignores|skipped silently|swallowed, rejected|reject|rejects|refused|fail fast|fatal, accepted|accept|accepts|preserved',
  ),
  list('diet', 'eat diet', 'vegetarian|vegetarians, vegan|vegans, omnivore|meat eater, pescatarian'),
  list('drink', 'drink prefer', 'coffee, tea, water, wine, beer, milk, juice'),
  list('seat', 'seat travel', 'window seat, aisle seat|aisle, middle seat'),
];

function list(name: string, labels: string, terms: string, isExclusive = false): AlternativeList {
  return { name, labels, terms, isExclusive };
}
