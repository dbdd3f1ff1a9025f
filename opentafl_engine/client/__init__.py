"""The other side of the pipe: programs that start engines and drive them."""
