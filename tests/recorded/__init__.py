"""Games that were recorded inside OpenTafl, replayed through `Board`."""
