"""Surfaces of heads: their textures, lit."""
