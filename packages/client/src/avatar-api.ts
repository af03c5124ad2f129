// Made by generate.mjs from the OpenAPI document of the avatar service: not to be edited.

export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics of the process and the service for Prometheus */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns ok if the process responds; checks nothing else */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the storage of the process is reachable */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Issue a ticket for a client that cannot keep the service token
         * @description Good for five minutes: to read catalog, media and jobs, and to start jobs. Sent as "Authorization: Bearer", as X-Avatar-Ticket or as ?ticket=.
         */
        get: operations["issueTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs, newest first */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tts/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status and the result of a job */
        get: operations["getSpeechJob"];
        put?: never;
        post?: never;
        /** Cancel a job: at once while it is queued, within two seconds while it runs */
        delete: operations["cancelSpeechJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lipsync/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status and the result of a job */
        get: operations["getLipsyncJob"];
        put?: never;
        post?: never;
        /** Cancel a job: at once while it is queued, within two seconds while it runs */
        delete: operations["cancelLipsyncJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lipsync/jobs/batch/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status and the result of a job */
        get: operations["getLipsyncBatchJob"];
        put?: never;
        post?: never;
        /** Cancel a job: at once while it is queued, within two seconds while it runs */
        delete: operations["cancelLipsyncBatchJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enhance/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status and the result of a job */
        get: operations["getEnhanceJob"];
        put?: never;
        post?: never;
        /** Cancel a job: at once while it is queued, within two seconds while it runs */
        delete: operations["cancelEnhanceJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tts/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Synthesise a text; the result of the job has the time of each word
         * @description Numbers, dates, money, units, abbreviations and addresses are read as a person would read them. "[pause 500ms]" makes a pause; marks of expressions such as "[happy]" are not said, and a clip of the speech shows them. Tags of SSML and HTML are never said: break, p, s, sub, say-as and phoneme have their effect. What the voice cannot say is left out, and `notes` of the result reports it. The same text, voice, speed and seed give the same sound.
         */
        post: operations["generateSpeech"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audio/speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak a text as OpenAI’s endpoint does; the first sentence is sent while later ones are spoken
         * @description A failure during the audio closes the connection. Expression tags such as [happy] and markup are not spoken. The setting speech_streams limits concurrent streams, half of them for tickets.
         */
        post: operations["createSpeech"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The speech engines, as OpenAI lists models */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One speech engine, as OpenAI describes a model
         * @description The names of OpenAI’s speech models are known too: any of them speaks with the voice that is named.
         */
        get: operations["retrieveModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tts/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak a text as server-sent events: sound, words and motion while it is spoken
         * @description Events: `session` {session_id, voice, audio: {sample_rate, format}, motion: {fps, shapes}}; `words` {words}; `motion` {first_frame, frames}; `audio` {data, first_sample}, 16-bit mono, base64; `done` {duration, samples, frames, characters, notes}; `error` {code, title, detail}, after which the stream ends. Of such streams there are few at a time, half of them for tickets: the setting speech_streams.
         */
        post: operations["streamSpeech"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/asyncapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The messages of GET /live, as an AsyncAPI document */
        get: operations["getAsyncApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lipsync/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a clip of a face that says a text, or moves its mouth to a sound
         * @description Exactly one of text, tts_job_id and audio_path; at most one of source, face and source_path. Where the sound is longer than a source clip, the clip runs forward and back.
         */
        post: operations["generateLipsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lipsync/generate/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make every scene of a script; models are loaded once
         * @description A scene that cannot be rendered fails alone, with its reason. If every scene fails, the batch is rejected.
         */
        post: operations["generateLipsyncBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enhance/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the faces of a clip or picture
         * @description Exactly one of source, source_path and job_id. Only faces change, and the audio is copied. A file without a face is returned unchanged, with a note.
         */
        post: operations["generateEnhancement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The settings, with their ranges and defaults */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change some settings; a bad value changes none */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/settings/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring every setting back to its default */
        post: operations["resetSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Backups, newest first */
        get: operations["listBackups"];
        put?: never;
        /** Make a backup */
        post: operations["createBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/dirs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the directories that a backup can contain, and the default selection */
        get: operations["listBackupDirs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a backup
         * @description The whole backup is checked first, and the replaced data is kept as another backup. Running jobs return to the queue. After a crash at any point either the old or the new state is in place.
         */
        post: operations["restoreBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a backup */
        delete: operations["deleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Generated audio: by the job that made it, or by its path
         * @description Supports ranges, ETag and HEAD. Paths outside of the media folder are not found.
         */
        get: operations["getAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Generated video: by the job that made it, or by its path
         * @description Supports ranges, ETag and HEAD. Paths outside of the media folder are not found.
         */
        get: operations["getVideo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Registered voices, faces and sources, with their defaults
         * @description Files that you put into the folders of the catalog appear without a restart. A file that cannot be listed is in the list of problems, with the reason.
         */
        get: operations["getCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the defaults of requests that name no entry; null selects the first of the list */
        patch: operations["changeCatalogDefaults"];
        trace?: never;
    };
    "/catalog/voices/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a preset of a voice
         * @description A default that is deleted falls back to the first of the list.
         */
        delete: operations["deleteVoice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/faces/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a face and its file
         * @description A default that is deleted falls back to the first of the list.
         */
        delete: operations["deleteFace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/sources/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a source clip and its file
         * @description A default that is deleted falls back to the first of the list.
         */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/sources/{name}/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A source clip
         * @description Ranges, ETag and HEAD.
         */
        get: operations["getSourceVideo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/faces/{name}/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a face: a head or character (GLB, VRM), or an image
         * @description Ranges, ETag and HEAD. A head with compressed meshes or pictures (meshopt, Draco, KTX2) comes unpacked.
         */
        get: operations["getFaceModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/faces/{name}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A small picture of a face
         * @description A JPEG of at most 480 by 480 pixels.
         */
        get: operations["getFaceThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/sources/{name}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A small picture of a source clip
         * @description A JPEG of at most 480 by 480 pixels.
         */
        get: operations["getSourceThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register a preset: a voice of an engine under another name, perhaps at another pace */
        post: operations["addVoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Trained voice models on this machine */
        get: operations["listVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/avatars/warm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Load models now, so that the first job does not wait for them. Default: the engines of the default voice and face */
        post: operations["warmModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bootstrap-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the data that a client needs at its start, without secrets */
        get: operations["getBootstrapConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugin/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The frozen plugin manifest, version 1.1 */
        get: operations["getPluginManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Server-sent events, resumable with Last-Event-ID */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a WebSocket that takes text while it is written and sends audio, words and the motion of a face
         * @description Subprotocol `anima.live.1`. /asyncapi.json describes its messages. A page on another origin may open it if AVATAR_ALLOWED_ORIGINS names it. The setting live_sessions limits concurrent sessions, half of them for tickets: the next is closed with 1013. Who asks for `text/html` instead gets the page for people, which needs no token.
         */
        get: operations["openLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a face: a picture (png, jpg, webp, avif) or a head (glb, vrm)
         * @description Sent as a form, or copied from a path. The file is opened; a bad one leaves nothing behind.
         */
        post: operations["addFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a source clip (mp4, mov, webm, mkv, gif)
         * @description Sent as a form, or copied from a path. The file is opened; a bad one leaves nothing behind.
         */
        post: operations["addSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 9457 problem details */
        Problem: {
            /**
             * @description Stable URN of the kind of error
             * @example urn:anima:error:not_found
             */
            type: string;
            title: string;
            status: number;
            /** @description The expected value, the field, and the received value */
            detail: string;
            /**
             * @description Stable, snake_case
             * @example validation_failed
             */
            code: string;
            /** @description Also in the x-request-id header and in the log */
            request_id: string;
            /** @description The invalid fields, if the request does not match its schema */
            errors?: {
                path: string;
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ticket: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        expires_at: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                kind?: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                status?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            /**
                             * Format: uuid
                             * @description A UUID
                             */
                            job_id: string;
                            /** @enum {string} */
                            kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                            /** @enum {string} */
                            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                            progress: number;
                            /** @description Current step, in a word or two */
                            stage: string;
                            /** @description Jobs of its kind that come before it, while it is queued */
                            queue_position?: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC with milliseconds
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC with milliseconds
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            started_at?: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC with milliseconds
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            finished_at?: string;
                            attempts: number;
                            /** @description The file on the machine of the service */
                            output_path?: string;
                            /** @description The same file over HTTP */
                            media_url?: string;
                            error?: {
                                code: string;
                                message: string;
                            };
                        }[];
                        page: number;
                        page_size: number;
                        total: number;
                        total_pages: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSpeechJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelSpeechJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLipsyncJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelLipsyncJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLipsyncBatchJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A batch of lip sync scenes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @description In the order of the script */
                        scenes: {
                            id: string;
                            index: number;
                            /** @enum {string} */
                            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                            progress: number;
                            output_path?: string;
                            media_url?: string;
                            /** @description Seconds */
                            duration?: number;
                            error?: {
                                code: string;
                                message: string;
                            };
                        }[];
                        failed_scenes: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelLipsyncBatchJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A batch of lip sync scenes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                        /** @description In the order of the script */
                        scenes: {
                            id: string;
                            index: number;
                            /** @enum {string} */
                            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                            progress: number;
                            output_path?: string;
                            media_url?: string;
                            /** @description Seconds */
                            duration?: number;
                            error?: {
                                code: string;
                                message: string;
                            };
                        }[];
                        failed_scenes: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEnhanceJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelEnhanceJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        progress: number;
                        /** @description Current step, in a word or two */
                        stage: string;
                        /** @description Jobs of its kind that come before it, while it is queued */
                        queue_position?: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        started_at?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        finished_at?: string;
                        attempts: number;
                        /** @description The file on the machine of the service */
                        output_path?: string;
                        /** @description The same file over HTTP */
                        media_url?: string;
                        result: unknown | null;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateSpeech: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                    /** @description See GET /voices */
                    voice?: string;
                    /** @description 1 is the voice’s own pace */
                    speed?: number;
                    /**
                     * @description Default: the setting default_audio_format
                     * @enum {string}
                     */
                    format?: "wav" | "mp3" | "opus" | "m4a";
                    /**
                     * @description Hz; default: that of the voice
                     * @enum {integer}
                     */
                    sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000;
                    /** @default 0 */
                    seed?: number;
                    /** @description Words and the phonemes they are said with */
                    lexicon?: {
                        [key: string]: string;
                    };
                    /**
                     * Format: uri
                     * @description URL that is called when the job has finished, signed with HMAC-SHA256; loopback or an allowed host
                     */
                    webhook_url?: string;
                };
            };
        };
        responses: {
            /** @description An accepted job */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        /** @description Where to ask how it goes */
                        status_url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSpeech: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any value; the voice determines the engine */
                    model: string;
                    input: string;
                    /** @description One of GET /voices, or a name of OpenAI’s, each of which has a voice here */
                    voice: string | {
                        id: string;
                    };
                    /**
                     * @default mp3
                     * @enum {string}
                     */
                    response_format?: "mp3" | "opus" | "aac" | "flac" | "wav" | "pcm";
                    /** @default 1 */
                    speed?: number;
                    /** @description Taken and not followed: the voice has one manner */
                    instructions?: string;
                    /**
                     * @description `sse`: events speech.audio.delta {audio, base64} and, at the end, speech.audio.done
                     * @default audio
                     * @enum {string}
                     */
                    stream_format?: "audio" | "sse";
                };
            };
        };
        responses: {
            /** @description The sound, or events with its pieces */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": unknown;
                    "audio/ogg": unknown;
                    "audio/aac": unknown;
                    "audio/flac": unknown;
                    "audio/wav": unknown;
                    "audio/pcm": unknown;
                    "text/event-stream": unknown;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        object: "list";
                        data: {
                            id: string;
                            /** @constant */
                            object: "model";
                            created: number;
                            owned_by: string;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retrieveModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        object: "model";
                        created: number;
                        owned_by: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamSpeech: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                    /** @description See GET /voices */
                    voice?: string;
                    /** @description 1 is the voice’s own pace */
                    speed?: number;
                    /** @description Words and the phonemes they are said with */
                    lexicon?: {
                        [key: string]: string;
                    };
                    /**
                     * @description The 52 ARKit shapes and six values of the head, the fifteen visemes of the Oculus set, or no motion
                     * @default none
                     * @enum {string}
                     */
                    motion?: "arkit" | "visemes" | "none";
                    /** @description Expression of the face without a tag in the text, such as [happy] or [thinking 0.5]. Default: neutral */
                    expression?: ("neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening") | {
                        /** @enum {string} */
                        name: "neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening";
                        /** @description Default: 1 */
                        strength?: number;
                    };
                    /**
                     * @description Frames of motion a second
                     * @default 30
                     * @enum {integer}
                     */
                    fps?: 25 | 30 | 60;
                    /**
                     * @description Hz of the sound
                     * @default 24000
                     * @enum {integer}
                     */
                    sample_rate?: 16000 | 24000 | 48000;
                };
            };
        };
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @enum {string} */
                        event: "session" | "words" | "motion" | "audio" | "done" | "error";
                        data: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAsyncApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateLipsync: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A source clip of the catalog */
                    source?: string;
                    /** @description Name of a face of the catalog. Default: the default face */
                    face?: string;
                    /** @description A clip, picture or head (glb, vrm). Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                    source_path?: string;
                    /**
                     * Format: uuid
                     * @description A speech job; it may still be running
                     */
                    tts_job_id?: string;
                    /** @description Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                    audio_path?: string;
                    text?: string;
                    /** @description See GET /voices */
                    voice?: string;
                    /** @description 1 is the voice’s own pace */
                    speed?: number;
                    /** @description Of the voice */
                    seed?: number;
                    lexicon?: {
                        [key: string]: string;
                    };
                    /**
                     * @description Default: auto, which takes what fits
                     * @enum {string}
                     */
                    engine?: "auto" | "head" | "mesh" | "wav2lip";
                    options?: {
                        /** @description Default: that of the clip, or 25 */
                        fps?: number;
                        /** @description Pixels; default: that of the clip or picture, which is never enlarged, or 512. The height follows. */
                        width?: number;
                        /** @description Restore the face in the same pass */
                        enhance?: boolean;
                        /** @description How much the head moves, 0 to 1; default: 1. A source clip keeps its own motion. */
                        head_motion?: boolean | number;
                        /** @description Default: true. A source clip keeps its own blinks. */
                        blink?: boolean;
                        /** @description Expression of the face without a tag in the text, such as [happy] or [thinking 0.5]. Default: neutral */
                        expression?: ("neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening") | {
                            /** @enum {string} */
                            name: "neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening";
                            /** @description Default: 1 */
                            strength?: number;
                        };
                        /** @description Seconds of fading in and out; true is half a second. Default: none */
                        fade?: boolean | number;
                        /** @description Behind a head: default, green (for keying), a colour as #rrggbb, a gradient, or a picture */
                        background?: string | {
                            top: string;
                            bottom: string;
                        } | {
                            /** @description Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                            picture_path: string;
                        };
                        /**
                         * @description Captions: as SRT and VTT files next to the clip, or burned into it. Default: none
                         * @enum {string}
                         */
                        captions?: "none" | "beside" | "burnt";
                        /** @description Of several faces the one nearest to this point, from the left and the top; default: the largest */
                        face_at?: {
                            x: number;
                            y: number;
                        };
                        /** @description Of blinks and motion; default: 0 */
                        seed?: number;
                    };
                    /**
                     * Format: uri
                     * @description URL that is called when the job has finished, signed with HMAC-SHA256; loopback or an allowed host
                     */
                    webhook_url?: string;
                };
            };
        };
        responses: {
            /** @description An accepted job */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        /** @description Where to ask how it goes */
                        status_url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateLipsyncBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scenes: {
                        /** @description Default: scene-1, scene-2, ... */
                        id?: string;
                        /** @description A source clip of the catalog */
                        source?: string;
                        /** @description Name of a face of the catalog. Default: the default face */
                        face?: string;
                        /** @description A clip, picture or head (glb, vrm). Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                        source_path?: string;
                        /**
                         * Format: uuid
                         * @description A speech job; it may still be running
                         */
                        tts_job_id?: string;
                        /** @description Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                        audio_path?: string;
                        text?: string;
                        /** @description See GET /voices */
                        voice?: string;
                        /** @description 1 is the voice’s own pace */
                        speed?: number;
                        /** @description Of the voice */
                        seed?: number;
                        lexicon?: {
                            [key: string]: string;
                        };
                        /**
                         * @description Default: auto, which takes what fits
                         * @enum {string}
                         */
                        engine?: "auto" | "head" | "mesh" | "wav2lip";
                        options?: {
                            /** @description Default: that of the clip, or 25 */
                            fps?: number;
                            /** @description Pixels; default: that of the clip or picture, which is never enlarged, or 512. The height follows. */
                            width?: number;
                            /** @description Restore the face in the same pass */
                            enhance?: boolean;
                            /** @description How much the head moves, 0 to 1; default: 1. A source clip keeps its own motion. */
                            head_motion?: boolean | number;
                            /** @description Default: true. A source clip keeps its own blinks. */
                            blink?: boolean;
                            /** @description Expression of the face without a tag in the text, such as [happy] or [thinking 0.5]. Default: neutral */
                            expression?: ("neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening") | {
                                /** @enum {string} */
                                name: "neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening";
                                /** @description Default: 1 */
                                strength?: number;
                            };
                            /** @description Seconds of fading in and out; true is half a second. Default: none */
                            fade?: boolean | number;
                            /** @description Behind a head: default, green (for keying), a colour as #rrggbb, a gradient, or a picture */
                            background?: string | {
                                top: string;
                                bottom: string;
                            } | {
                                /** @description Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                                picture_path: string;
                            };
                            /**
                             * @description Captions: as SRT and VTT files next to the clip, or burned into it. Default: none
                             * @enum {string}
                             */
                            captions?: "none" | "beside" | "burnt";
                            /** @description Of several faces the one nearest to this point, from the left and the top; default: the largest */
                            face_at?: {
                                x: number;
                                y: number;
                            };
                            /** @description Of blinks and motion; default: 0 */
                            seed?: number;
                        };
                    }[];
                    /** @description Values of every scene that does not set them */
                    defaults?: {
                        /** @description A source clip of the catalog */
                        source?: string;
                        /** @description Name of a face of the catalog. Default: the default face */
                        face?: string;
                        /** @description A clip, picture or head (glb, vrm). Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                        source_path?: string;
                        /** @description See GET /voices */
                        voice?: string;
                        /** @description 1 is the voice’s own pace */
                        speed?: number;
                        /** @description Of the voice */
                        seed?: number;
                        lexicon?: {
                            [key: string]: string;
                        };
                        /**
                         * @description Default: auto, which takes what fits
                         * @enum {string}
                         */
                        engine?: "auto" | "head" | "mesh" | "wav2lip";
                        options?: {
                            /** @description Default: that of the clip, or 25 */
                            fps?: number;
                            /** @description Pixels; default: that of the clip or picture, which is never enlarged, or 512. The height follows. */
                            width?: number;
                            /** @description Restore the face in the same pass */
                            enhance?: boolean;
                            /** @description How much the head moves, 0 to 1; default: 1. A source clip keeps its own motion. */
                            head_motion?: boolean | number;
                            /** @description Default: true. A source clip keeps its own blinks. */
                            blink?: boolean;
                            /** @description Expression of the face without a tag in the text, such as [happy] or [thinking 0.5]. Default: neutral */
                            expression?: ("neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening") | {
                                /** @enum {string} */
                                name: "neutral" | "happy" | "sad" | "surprised" | "angry" | "thinking" | "listening";
                                /** @description Default: 1 */
                                strength?: number;
                            };
                            /** @description Seconds of fading in and out; true is half a second. Default: none */
                            fade?: boolean | number;
                            /** @description Behind a head: default, green (for keying), a colour as #rrggbb, a gradient, or a picture */
                            background?: string | {
                                top: string;
                                bottom: string;
                            } | {
                                /** @description Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                                picture_path: string;
                            };
                            /**
                             * @description Captions: as SRT and VTT files next to the clip, or burned into it. Default: none
                             * @enum {string}
                             */
                            captions?: "none" | "beside" | "burnt";
                            /** @description Of several faces the one nearest to this point, from the left and the top; default: the largest */
                            face_at?: {
                                x: number;
                                y: number;
                            };
                            /** @description Of blinks and motion; default: 0 */
                            seed?: number;
                        };
                    };
                    /** @description Make one film of all scenes, with a chapter for each. Default: false */
                    concat?: boolean;
                    /** @description Whether the other scenes are made when one fails. Default: true */
                    continue_on_error?: boolean;
                    /**
                     * Format: uri
                     * @description URL that is called when the job has finished, signed with HMAC-SHA256; loopback or an allowed host
                     */
                    webhook_url?: string;
                };
            };
        };
        responses: {
            /** @description An accepted job */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        /** @description Where to ask how it goes */
                        status_url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateEnhancement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A source clip of the catalog */
                    source?: string;
                    /** @description A clip or picture; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS */
                    source_path?: string;
                    /**
                     * Format: uuid
                     * @description A lip sync job; it may still be running
                     */
                    job_id?: string;
                    /**
                     * @description Default: auto, which is general, the one that ships; others: docs/models.md
                     * @enum {string}
                     */
                    model?: "auto" | "general" | "gfpgan" | "restoreformer" | "gpen" | "codeformer";
                    /**
                     * @description Of the model general: fast, normal (default), or high, which looks at faces twice as closely
                     * @enum {string}
                     */
                    quality?: "fast" | "normal" | "high";
                    /** @description 0 leaves a face as it is, 1 takes all that the model makes of it. Default: .55, of others .8 */
                    strength?: number;
                    /** @description Of codeformer: 0 makes faces up, 1 keeps to what is there. Default: .7 */
                    fidelity?: number;
                    /**
                     * @description Of the whole picture. Default: 1
                     * @enum {integer}
                     */
                    upscale?: 1 | 2;
                    /**
                     * Format: uri
                     * @description URL that is called when the job has finished, signed with HMAC-SHA256; loopback or an allowed host
                     */
                    webhook_url?: string;
                };
            };
        };
        responses: {
            /** @description An accepted job */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUID
                         */
                        job_id: string;
                        /** @enum {string} */
                        kind: "tts" | "lipsync" | "lipsync_batch" | "enhance";
                        /** @enum {string} */
                        status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                        /** @description Where to ask how it goes */
                        status_url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: {
                            /** @description Concurrent speech jobs, each on one core in a separate process (about 160 MB for the shipped voice) */
                            speech_concurrency: number;
                            /** @description Streams of speech at a time (POST /v1/audio/speech, POST /tts/stream), half of them for tickets; the next gets 429 */
                            speech_streams: number;
                            /** @description Live sessions at a time (GET /live), half of them for tickets; the next is refused */
                            live_sessions: number;
                            /** @description Lip sync and enhancement jobs of each kind that run at the same time */
                            render_concurrency: number;
                            /** @description Speed of speech where a request names none */
                            default_speed: number;
                            /**
                             * @description Format of speech where a request names none
                             * @enum {string}
                             */
                            default_audio_format: "wav" | "mp3" | "opus" | "m4a";
                            /** @description Jobs of each kind that may wait; the next is refused. A batch counts as one, whatever its scenes */
                            queue_limit: number;
                            /** @description Days after which finished jobs and their files are removed; 0 keeps them forever */
                            keep_jobs_days: number;
                        };
                        rules: {
                            name: string;
                            /** @enum {string} */
                            type: "integer" | "number" | "choice";
                            default: number | string;
                            minimum?: number;
                            maximum?: number;
                            values?: string[];
                            description: string;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Concurrent speech jobs, each on one core in a separate process (about 160 MB for the shipped voice) */
                    speech_concurrency?: number;
                    /** @description Streams of speech at a time (POST /v1/audio/speech, POST /tts/stream), half of them for tickets; the next gets 429 */
                    speech_streams?: number;
                    /** @description Live sessions at a time (GET /live), half of them for tickets; the next is refused */
                    live_sessions?: number;
                    /** @description Lip sync and enhancement jobs of each kind that run at the same time */
                    render_concurrency?: number;
                    /** @description Speed of speech where a request names none */
                    default_speed?: number;
                    /**
                     * @description Format of speech where a request names none
                     * @enum {string}
                     */
                    default_audio_format?: "wav" | "mp3" | "opus" | "m4a";
                    /** @description Jobs of each kind that may wait; the next is refused. A batch counts as one, whatever its scenes */
                    queue_limit?: number;
                    /** @description Days after which finished jobs and their files are removed; 0 keeps them forever */
                    keep_jobs_days?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: {
                            /** @description Concurrent speech jobs, each on one core in a separate process (about 160 MB for the shipped voice) */
                            speech_concurrency: number;
                            /** @description Streams of speech at a time (POST /v1/audio/speech, POST /tts/stream), half of them for tickets; the next gets 429 */
                            speech_streams: number;
                            /** @description Live sessions at a time (GET /live), half of them for tickets; the next is refused */
                            live_sessions: number;
                            /** @description Lip sync and enhancement jobs of each kind that run at the same time */
                            render_concurrency: number;
                            /** @description Speed of speech where a request names none */
                            default_speed: number;
                            /**
                             * @description Format of speech where a request names none
                             * @enum {string}
                             */
                            default_audio_format: "wav" | "mp3" | "opus" | "m4a";
                            /** @description Jobs of each kind that may wait; the next is refused. A batch counts as one, whatever its scenes */
                            queue_limit: number;
                            /** @description Days after which finished jobs and their files are removed; 0 keeps them forever */
                            keep_jobs_days: number;
                        };
                        rules: {
                            name: string;
                            /** @enum {string} */
                            type: "integer" | "number" | "choice";
                            default: number | string;
                            minimum?: number;
                            maximum?: number;
                            values?: string[];
                            description: string;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: {
                            /** @description Concurrent speech jobs, each on one core in a separate process (about 160 MB for the shipped voice) */
                            speech_concurrency: number;
                            /** @description Streams of speech at a time (POST /v1/audio/speech, POST /tts/stream), half of them for tickets; the next gets 429 */
                            speech_streams: number;
                            /** @description Live sessions at a time (GET /live), half of them for tickets; the next is refused */
                            live_sessions: number;
                            /** @description Lip sync and enhancement jobs of each kind that run at the same time */
                            render_concurrency: number;
                            /** @description Speed of speech where a request names none */
                            default_speed: number;
                            /**
                             * @description Format of speech where a request names none
                             * @enum {string}
                             */
                            default_audio_format: "wav" | "mp3" | "opus" | "m4a";
                            /** @description Jobs of each kind that may wait; the next is refused. A batch counts as one, whatever its scenes */
                            queue_limit: number;
                            /** @description Days after which finished jobs and their files are removed; 0 keeps them forever */
                            keep_jobs_days: number;
                        };
                        rules: {
                            name: string;
                            /** @enum {string} */
                            type: "integer" | "number" | "choice";
                            default: number | string;
                            minimum?: number;
                            maximum?: number;
                            values?: string[];
                            description: string;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        backups: {
                            name: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC with milliseconds
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            created_at: string;
                            dirs: ("settings" | "catalog" | "voices" | "jobs" | "media" | "models")[];
                            encrypted: boolean;
                            bytes: number;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    dirs?: ("settings" | "catalog" | "voices" | "jobs" | "media" | "models")[];
                    passphrase?: string;
                };
            };
        };
        responses: {
            /** @description One backup */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC with milliseconds
                         * @example 2026-03-01T09:30:00.000Z
                         */
                        created_at: string;
                        dirs: ("settings" | "catalog" | "voices" | "jobs" | "media" | "models")[];
                        encrypted: boolean;
                        bytes: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBackupDirs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dirs: {
                            /** @enum {string} */
                            name: "settings" | "catalog" | "voices" | "jobs" | "media" | "models";
                            description: string;
                            default: boolean;
                            files: number;
                            bytes: number;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    passphrase?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One backup */
                        restored: {
                            name: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC with milliseconds
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            created_at: string;
                            dirs: ("settings" | "catalog" | "voices" | "jobs" | "media" | "models")[];
                            encrypted: boolean;
                            bytes: number;
                        };
                        /** @description One backup */
                        safety_backup: {
                            name: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC with milliseconds
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            created_at: string;
                            dirs: ("settings" | "catalog" | "voices" | "jobs" | "media" | "models")[];
                            encrypted: boolean;
                            bytes: number;
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAudio: {
        parameters: {
            query?: {
                /** @description A UUID */
                job_id?: string;
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that Range asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description Not changed since */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVideo: {
        parameters: {
            query?: {
                /** @description A UUID */
                job_id?: string;
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that Range asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description Not changed since */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        voices: {
                            name: string;
                            /** @enum {string} */
                            kind: "engine" | "preset";
                            /** @description The voice of the engine that speaks; of a preset, the one it stands for */
                            voice: string;
                            engine: string;
                            language: string;
                            gender: ("female" | "male") | null;
                            /** @description Hz */
                            sample_rate: number;
                            speed: number | null;
                            licence: string | null;
                            description: string | null;
                            /** @description Taken where a request names none */
                            default: boolean;
                        }[];
                        faces: {
                            name: string;
                            /** @enum {string} */
                            kind: "picture" | "head";
                            /** @enum {string} */
                            format: "png" | "jpg" | "webp" | "avif" | "glb" | "vrm";
                            /** @description The file on the machine of the service */
                            path: string;
                            bytes: number;
                            width: number | null;
                            height: number | null;
                            /** @description The file itself: a model, or a picture */
                            model_url: string;
                            thumbnail_url: string;
                            /** @description Whether it ships with the service, and cannot be deleted */
                            built_in: boolean;
                            licence: string | null;
                            description: string | null;
                            /** @description Taken where a request names none */
                            default: boolean;
                        }[];
                        sources: {
                            name: string;
                            /** @constant */
                            kind: "clip";
                            /** @enum {string} */
                            format: "mp4" | "mov" | "webm" | "mkv" | "gif";
                            /** @description The file on the machine of the service */
                            path: string;
                            bytes: number;
                            /** @description Seconds */
                            duration: number;
                            width: number;
                            height: number;
                            fps: number;
                            has_audio: boolean;
                            video_url: string;
                            thumbnail_url: string;
                            /** @description Whether it ships with the service, and cannot be deleted */
                            built_in: boolean;
                            licence: string | null;
                            description: string | null;
                            /** @description Taken where a request names none */
                            default: boolean;
                        }[];
                        /** @description The chosen defaults, else the first of each list; null if the list is empty */
                        defaults: {
                            voice: string | null;
                            face: string | null;
                            source: string | null;
                        };
                        /** @description Files in the folders of the catalog that are no entry, and why */
                        problems: {
                            /** @enum {string} */
                            kind: "voices" | "faces" | "sources";
                            file: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeCatalogDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    voice?: string | null;
                    face?: string | null;
                    source?: string | null;
                };
            };
        };
        responses: {
            /** @description The chosen defaults, else the first of each list; null if the list is empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        voice: string | null;
                        face: string | null;
                        source: string | null;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSourceVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that Range asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description Not changed since */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFaceModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that Range asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description Not changed since */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFaceThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                };
            };
            /** @description The part that Range asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                };
            };
            /** @description Not changed since */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSourceThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                };
            };
            /** @description The part that Range asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                };
            };
            /** @description Not changed since */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addVoice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Letters, digits, ".", "_" and "-"; not "." at the beginning */
                    name: string;
                    /** @description A voice of an engine: GET /voices */
                    voice: string;
                    /** @description Speed if a request states none */
                    speed?: number;
                    /** @description Licence of the entry */
                    licence?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description A voice */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        kind: "engine" | "preset";
                        /** @description The voice of the engine that speaks; of a preset, the one it stands for */
                        voice: string;
                        engine: string;
                        language: string;
                        gender: ("female" | "male") | null;
                        /** @description Hz */
                        sample_rate: number;
                        speed: number | null;
                        licence: string | null;
                        description: string | null;
                        /** @description Taken where a request names none */
                        default: boolean;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listVoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        voices: {
                            name: string;
                            engine: string;
                            /** @description As BCP 47 has it: "en-US" */
                            language: string;
                            /** @enum {string} */
                            gender?: "female" | "male";
                            /** @description Hz */
                            sample_rate: number;
                            size_bytes: number;
                            licence: string;
                            description: string;
                            /** @description The next job need not wait for it */
                            loaded: boolean;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    warmModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    engines?: string[];
                    voices?: string[];
                    faces?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        loaded: {
                            model: string;
                            load_ms: number;
                        }[];
                        already_loaded: string[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBootstrapConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Data that a client needs at its start */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        service: "anima-avatar";
                        version: string;
                        /** @description The address by which this client reached the service */
                        base_url: string;
                        auth: {
                            /** @enum {string} */
                            mode: "none" | "token" | "ticket" | "introspection";
                            ticket_seconds: number;
                        };
                        /** @description What this version can do */
                        features: {
                            [key: string]: boolean;
                        };
                        engines: {
                            name: string;
                            loaded: boolean;
                        }[];
                        defaults: {
                            voice: string | null;
                            face: string | null;
                            source: string | null;
                            speed: number;
                            /** @enum {string} */
                            audio_format: "wav" | "mp3" | "opus" | "m4a";
                        };
                        limits: {
                            text_characters: number;
                            sound_seconds: number;
                            scenes: number;
                            body_bytes: number;
                            picture_bytes: number;
                            head_bytes: number;
                            clip_bytes: number;
                        };
                        formats: {
                            audio: string[];
                            picture: string[];
                            head: string[];
                            clip: string[];
                        };
                        /** @description By operation id; paths with variables in braces */
                        endpoints: {
                            [key: string]: {
                                method: string;
                                path: string;
                            };
                        };
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPluginManifest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plugin manifest, version 1.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        manifest_version: "1.1";
                        /** @constant */
                        id: "anima.avatar";
                        name: string;
                        /** @description Of the service */
                        version: string;
                        description: string;
                        entry: {
                            /** @description The address by which this client reached the service */
                            base_url: string;
                            health: string;
                            docs: string;
                        };
                        auth: {
                            /** @enum {string} */
                            mode: "none" | "token" | "ticket" | "introspection";
                            token: {
                                header: string;
                                scheme: string;
                            };
                            ticket: {
                                path: string;
                                seconds: number;
                                header: string;
                                query: string;
                            };
                        };
                        capabilities: {
                            name: string;
                            description: string;
                        }[];
                        endpoints: {
                            /** @description The operation in /openapi.json */
                            id: string;
                            method: string;
                            /** @description Under base_url; variables in braces */
                            path: string;
                            capability: string;
                            permission: string;
                        }[];
                        permissions: {
                            name: string;
                            description: string;
                            /** @description A ticket grants it */
                            ticket: boolean;
                        }[];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only these, e.g. `memory.*,agent.heartbeat` */
                types?: string;
                /** @description As the Last-Event-ID header, which goes before it */
                last_event_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The socket is open */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addFace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description Letters, digits, ".", "_" and "-"; not "." at the beginning */
                    name: string;
                    /** @description Licence of the entry */
                    licence?: string;
                    description?: string;
                    file: string;
                };
                "application/json": {
                    /** @description Letters, digits, ".", "_" and "-"; not "." at the beginning */
                    name: string;
                    /** @description In AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS; the file is copied */
                    path: string;
                    /** @description Licence of the entry */
                    licence?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description A face; a head has no width and height */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        kind: "picture" | "head";
                        /** @enum {string} */
                        format: "png" | "jpg" | "webp" | "avif" | "glb" | "vrm";
                        /** @description The file on the machine of the service */
                        path: string;
                        bytes: number;
                        width: number | null;
                        height: number | null;
                        /** @description The file itself: a model, or a picture */
                        model_url: string;
                        thumbnail_url: string;
                        /** @description Whether it ships with the service, and cannot be deleted */
                        built_in: boolean;
                        licence: string | null;
                        description: string | null;
                        /** @description Taken where a request names none */
                        default: boolean;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description Letters, digits, ".", "_" and "-"; not "." at the beginning */
                    name: string;
                    /** @description Licence of the entry */
                    licence?: string;
                    description?: string;
                    file: string;
                };
                "application/json": {
                    /** @description Letters, digits, ".", "_" and "-"; not "." at the beginning */
                    name: string;
                    /** @description In AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS; the file is copied */
                    path: string;
                    /** @description Licence of the entry */
                    licence?: string;
                    description?: string;
                };
            };
        };
        responses: {
            /** @description A source clip */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @constant */
                        kind: "clip";
                        /** @enum {string} */
                        format: "mp4" | "mov" | "webm" | "mkv" | "gif";
                        /** @description The file on the machine of the service */
                        path: string;
                        bytes: number;
                        /** @description Seconds */
                        duration: number;
                        width: number;
                        height: number;
                        fps: number;
                        has_audio: boolean;
                        video_url: string;
                        thumbnail_url: string;
                        /** @description Whether it ships with the service, and cannot be deleted */
                        built_in: boolean;
                        licence: string | null;
                        description: string | null;
                        /** @description Taken where a request names none */
                        default: boolean;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

/** Every code that an answer of this service may carry. */
export type AvatarErrorCode =
    | "auth_unavailable"
    | "backup_damaged"
    | "backup_exists"
    | "backup_interrupted"
    | "backup_not_found"
    | "bad_request"
    | "catalog_built_in"
    | "catalog_entry_not_found"
    | "catalog_name_taken"
    | "decoder_missing"
    | "encoder_missing"
    | "engine_crashed"
    | "engine_not_fitting"
    | "expectation_failed"
    | "face_missing"
    | "face_not_found"
    | "forbidden"
    | "head_invalid"
    | "headers_too_large"
    | "host_not_allowed"
    | "idempotency_in_progress"
    | "idempotency_key_reused"
    | "internal"
    | "job_finished"
    | "job_not_found"
    | "lexicon_invalid"
    | "malformed_json"
    | "media_kind_wrong"
    | "media_not_found"
    | "media_too_demanding"
    | "media_too_large"
    | "media_unreadable"
    | "model_not_found"
    | "not_found"
    | "option_not_supported"
    | "origin_not_allowed"
    | "passphrase_required"
    | "path_not_allowed"
    | "path_not_found"
    | "payload_too_large"
    | "queue_full"
    | "range_not_satisfiable"
    | "render_crashed"
    | "render_job_not_found"
    | "request_timeout"
    | "restore_unfinished"
    | "sound_too_long"
    | "source_not_found"
    | "speech_job_not_found"
    | "storage_full"
    | "storage_unavailable"
    | "text_empty"
    | "text_not_speakable"
    | "too_many_requests"
    | "unauthorized"
    | "unavailable"
    | "unsupported_media_type"
    | "upgrade_required"
    | "uri_too_long"
    | "validation_failed"
    | "voice_not_found"
    | "webhook_not_allowed"
    | "wrong_passphrase";

/** Calls that take an `Idempotency-Key`: method and path, as in `paths`. */
export const avatarKeyedCalls: readonly string[] = [
    "POST /tts/generate",
    "POST /lipsync/generate",
    "POST /lipsync/generate/batch",
    "POST /enhance/generate",
];
