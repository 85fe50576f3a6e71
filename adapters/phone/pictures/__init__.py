"""Seeded pictures: food, landscapes, posters, faces, goods, launcher icons; named by `adapters.phone.pictures.art`.

Pictures are drawn larger and scaled down. Randomness comes from generators seeded by what is drawn.
"""
