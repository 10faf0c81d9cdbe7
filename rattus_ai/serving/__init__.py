"""Ways to the protocol: lines on standard input and output; HTTP and WebSocket."""
