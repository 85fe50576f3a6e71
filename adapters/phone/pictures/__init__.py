"""Seeded pictures: food, landscapes, posters, faces, goods, launcher icons; `adapters.phone.pictures.art` names them.

Everything is drawn larger and reduced; all chance comes from generators seeded by what is drawn.
"""
