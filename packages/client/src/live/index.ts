// Live sessions: the socket of `GET /live`, for browsers and Node.
export {};
